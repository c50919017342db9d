import http from 'node:http'
import type { ServerBuild } from 'react-router'
import { createServer, type ViteDevServer } from 'vite'
import type { Settings } from './settings.ts'

type Http = typeof import('./http.ts')

/** The same face as the built bundle's, by Vite: the schema and the demo come from the sources as they are now. */
export async function openDev() {
  const listeners = process.listeners('SIGTERM')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const { prepareDatabase, seedDemo, openDevApp } = (await vite.ssrLoadModule('./processes/http.ts')) as Http
  leaveTermTo(listeners)
  return { prepareDatabase, seedDemo, startHttp: (settings: Settings) => startDev(settings, vite, openDevApp) }
}

/** Vite ends the process at SIGTERM on its own, which would leave the database running: the start stops everything itself. */
function leaveTermTo(listeners: NodeJS.SignalsListener[]): void {
  for (const listener of process.listeners('SIGTERM')) if (!listeners.includes(listener)) process.off('SIGTERM', listener)
}

/** Pages by Vite with hot reload. */
async function startDev(settings: Settings, vite: ViteDevServer, openDevApp: Http['openDevApp']) {
  const opened = await openDevApp(
    settings,
    () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>
  )
  const server = http.createServer((request, response) => {
    vite.middlewares(request, response, () => opened.app.routing(request, response))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, resolve)
  })
  return {
    url: settings.public_url,
    close: async () => {
      server.close()
      await vite.close()
      await opened.close()
    }
  }
}
