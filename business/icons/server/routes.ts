import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount } from '#platform/server/index.ts'
import { chooseIconPrefix, readIconPrefix } from '../contract.ts'
import { readKeyView } from './api/key-view.ts'
import { createOpenView } from './api/open-view.ts'
import { IconRefusal } from './api/parameters.ts'
import { sendIconRefusal, serveIcons } from './api/serve-icons.ts'
import { nameEarlierIcons } from './naming/earlier-icons.service.ts'
import * as prefixes from './naming/prefix.service.ts'

export async function iconsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, readIconPrefix, prefixes.read)
  mount(app, chooseIconPrefix, (ctx, { body }) => prefixes.choose(ctx, body.prefix))
  await app.register(iconifyRoutes)
}

/** Every answer may be read by every site, and no answer can run anything, should a browser open it as a page. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, OPTIONS',
  'access-control-allow-headers': 'Origin, X-Requested-With, Content-Type, Accept, Accept-Encoding, Authorization',
  'access-control-max-age': '86400',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox"
}

async function iconifyRoutes(app: FastifyInstance): Promise<void> {
  const open = createOpenView()
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(HEADERS)
    done()
  })
  const answerOthers = app.errorHandler
  app.setErrorHandler((error, request, reply) =>
    error instanceof IconRefusal ? sendIconRefusal(request, reply, error) : answerOthers.call(app, error as never, request, reply)
  )
  serveIcons(app, '/iconify', { read: ({ ctx, params }) => open.read(ctx, params.prefix), is_public: true })
  serveIcons(app, '/iconify/k/:key', { read: readKeyView, is_public: false })
  app.options('/iconify/*', async (_request, reply) => reply.code(204).send())
  app.get('/iconify/*', async () => {
    throw new IconRefusal(404)
  })
}

export const iconsJobs = (context: () => Ctx): JobHandler[] => [
  { name: 'icons.name-earlier', cron: '*/5 * * * *', run: () => nameEarlierIcons(context()) }
]
