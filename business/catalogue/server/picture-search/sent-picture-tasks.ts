/** This function runs in a child process; sent-pictures.ts starts it. */

import sharp from 'sharp'
import type { SearchedFormat } from '../../picture-search.rules.ts'
import { decode, PIXELS_MAX, reading } from '../image-analysis/decode-picture.ts'
import { type Print, printsOfCopy } from './make-prints.ts'
import { rasterOf } from './raster-of.ts'

/** Returns the prints of the stored pictures that this one may be a copy of. None for a blank picture. An SVG must be sanitized already. */
export async function printsOfPicture(bytes: Uint8Array, format: SearchedFormat): Promise<Print[]> {
  return reading(async () => {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata()
    return printsOfCopy(await rasterOf(await decode(bytes, format, autoOrient, 320)))
  })
}
