import http from 'node:http'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { Settings } from './settings.ts'

/** Pages by Vite with hot reload; the app is made again when server code changes. */
export async function startDev(settings: Settings): Promise<{ url: string; close(): Promise<void> }> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const { openDevApp } = (await vite.ssrLoadModule('./processes/http.ts')) as typeof import('./http.ts')
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
