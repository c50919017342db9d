import { type Ctx, refuse, withSpooledBytes } from '#platform/server/index.ts'
import { type PictureResults, refusals } from '../../picture-search.contract.ts'
import { PICTURE_MAX_MB } from '../../picture-search.rules.ts'
import { searchByPicture, whenRoom } from './picture-search.service.ts'

/** Finds works on sale by the bytes of a picture. The caller has counted the search with `spendSearch`. */
export async function searchByBytes(ctx: Ctx, bytes: Buffer): Promise<PictureResults> {
  if (bytes.length === 0) throw refuse(refusals, 'picture_missing')
  if (bytes.length > PICTURE_MAX_MB * 1024 * 1024) throw refuse(refusals, 'picture_too_large')
  return whenRoom(ctx, 'on_sale', () => withSpooledBytes(ctx, bytes, (upload) => searchByPicture(ctx, upload)))
}
