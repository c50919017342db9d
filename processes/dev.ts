import http from 'node:http'
import type { ServerBuild } from 'react-router'
import { createServer, type ViteDevServer } from 'vite'
import type { Log } from '#platform/server/log/log.ts'
import type { Settings } from './settings/settings.ts'

type Http = typeof import('./http/main.ts')

/** Offers the same functions as the built bundle, loaded by Vite from the current sources. */
export async function openDev() {
  const listeners = process.listeners('SIGTERM')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const { prepareDatabase, seedDemo, openDevApp } = (await vite.ssrLoadModule('./processes/http/main.ts')) as Http
  restoreTermListeners(listeners)
  return { prepareDatabase, seedDemo, startHttp: (settings: Settings, log: Log) => startDev({ settings, log }, vite, openDevApp) }
}

/** Removes Vite's SIGTERM listener. Vite would end the process and leave the database running; start.ts stops everything itself. */
function restoreTermListeners(listeners: NodeJS.SignalsListener[]): void {
  for (const listener of process.listeners('SIGTERM')) if (!listeners.includes(listener)) process.off('SIGTERM', listener)
}

type Start = { settings: Settings; log: Log }

/** Serves pages through Vite, with hot reload. */
async function startDev({ settings, log }: Start, vite: ViteDevServer, openDevApp: Http['openDevApp']) {
  const opened = await openDevApp(
    settings,
    log,
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
