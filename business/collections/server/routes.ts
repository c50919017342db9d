import type { FastifyInstance } from 'fastify'
import { mount, mountStream, sendStream } from '#platform/server/index.ts'
import * as contract from '../contract.ts'
import { handOverWorks, prepareWorks } from './hand-over.service.ts'
import * as items from './items.service.ts'
import * as collections from './service.ts'

export async function collectionsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, contract.listCollections, collections.list)
  mount(app, contract.createCollection, collections.create)
  mount(app, contract.readSharedCollection, (ctx, { params }) => collections.readShared(ctx, params.token))
  mount(app, contract.readCollection, (ctx, { params }) => collections.read(ctx, params.id))
  mount(app, contract.changeCollection, collections.change)
  mount(app, contract.deleteCollection, (ctx, { params }) => collections.remove(ctx, params.id))
  mountStream(app, contract.handOverCollection, (ctx, received, request, reply) =>
    handOverWorks(ctx, received, ({ filename, stream }) =>
      sendStream(request, reply, { filename, content_type: 'application/zip', stream })
    )
  )
  mount(app, contract.prepareCollectionHandOver, prepareWorks)
  mount(app, contract.putItem, items.put)
  mount(app, contract.removeItem, items.remove)
  mount(app, contract.listHearts, items.hearts)
  mount(app, contract.addHearts, items.addHearted)
  mount(app, contract.removeHeart, items.removeHearted)
}
