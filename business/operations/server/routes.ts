import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import { watch } from './alerts.service.ts'
import * as operations from './service.ts'
import './ports.ts'

export async function operationsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.readOperations, (ctx, { query }) => operations.read(ctx, query))
  mount(app, contract.runJobAgain, (ctx, { params }) => operations.runJobAgain(ctx, params.id))
  mount(app, contract.deleteFailedJob, (ctx, { params }) => operations.deleteJob(ctx, params.id))
  mount(app, contract.processEventAgain, (ctx, { params }) => operations.processEventAgain(ctx, params.id))
}

export const operationsJobs = (context: () => Ctx): JobHandler[] => [
  { name: 'operations.watch', cron: '*/5 * * * *', run: () => watch(context()) }
]
