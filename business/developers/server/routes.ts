import type { FastifyInstance } from 'fastify'
import { mount } from '#platform/server/index.ts'
import { createKey, deleteKey, limitKey, listKeys, listKeysOf } from '../keys.contract.ts'
import * as keys from './keys/keys.service.ts'

export async function developersRoutes(app: FastifyInstance): Promise<void> {
  mount(app, createKey, keys.create)
  mount(app, listKeys, keys.listOwn)
  mount(app, deleteKey, keys.remove)
  mount(app, listKeysOf, keys.listOf)
  mount(app, limitKey, keys.limit)
}
