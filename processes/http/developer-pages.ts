import type { FastifyInstance } from 'fastify'
import type { World } from './app.ts'
import { serveMailPreviews } from './mail-previews.ts'
import { serveMailbox } from './mailbox-pages.ts'

/** Serves the built-in mailbox and the email templates, unless strangers could read them. */
export function serveDeveloperPages(app: FastifyInstance, { db, ports }: Pick<World, 'db' | 'ports'>): void {
  if (ports.settings.exposed) return
  serveMailbox(app, db)
  serveMailPreviews(app, ports.settings)
}
