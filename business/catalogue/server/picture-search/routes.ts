import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ctx, mountStream, refuse, type Upload, withUpload } from '#platform/server/index.ts'
import { refusals, searchAllByPicture, searchByPicture } from '../../picture-search.contract.ts'
import { PICTURE_MAX_MB } from '../../picture-search.rules.ts'
import type { Reach } from './picture-search.queries.ts'
import * as pictures from './picture-search.service.ts'

export function pictureSearchRoutes(app: FastifyInstance): void {
  mountStream(app, searchByPicture, (ctx, _received, request) =>
    pictures.whenRoom(ctx, 'on_sale', async () => {
      await pictures.spendSearch(ctx)
      return receivePicture(ctx, { request, reach: 'on_sale' }, (upload) => pictures.searchByPicture(ctx, upload))
    })
  )
  mountStream(app, searchAllByPicture, (ctx, _received, request) =>
    pictures.whenRoom(ctx, 'any', () =>
      receivePicture(ctx, { request, reach: 'any' }, (upload) => pictures.searchAllByPicture(ctx, upload))
    )
  )
}

type Sending = { request: FastifyRequest; reach: Reach }

/** Spools the picture to a temporary folder while it is searched with, and then deletes it. */
function receivePicture<Found>(ctx: Ctx, { request, reach }: Sending, search: (upload: Upload) => Promise<Found>): Promise<Found> {
  const too_large = refuse(refusals, 'picture_too_large', { fields: { file: refusals.picture_too_large.message } })
  const limits = { temp_dir: ctx.ports.settings.temp_dir, max_bytes: PICTURE_MAX_MB * 1024 * 1024, too_large }
  return withUpload(request, { ...limits, sender: pictures.senderOf(ctx, reach) }, search)
}
