import http from 'node:http'
import type { ServerBuild } from 'react-router'
import { createServer, type ViteDevServer } from 'vite'
import type { Settings } from './settings.ts'

type Http = typeof import('./http.ts')

/** The same face as the built bundle's, by Vite: the schema and the demo come from the sources as they are now. */
export async function openDev() {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const { prepareDatabase, seedDemo, openDevApp } = (await vite.ssrLoadModule('./processes/http.ts')) as Http
  return { prepareDatabase, seedDemo, startHttp: (settings: Settings) => startDev(settings, vite, openDevApp) }
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
