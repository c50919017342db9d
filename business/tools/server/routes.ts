import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { shareLabel } from '../contract.ts'
import * as tools from './service.ts'

export async function toolsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, shareLabel, (ctx, { body }) => tools.share(ctx, body))
}
