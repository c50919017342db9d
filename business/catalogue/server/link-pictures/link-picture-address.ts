import { createHash } from 'node:crypto'

/** Increment it whenever link pictures are drawn differently. */
const DRAWING_VERSION = 1

/** The size in pixels that social networks ask for. */
export const LINK_WIDTH = 1200
export const LINK_HEIGHT = 630

type Shown = { id: string; title: string; employee_name: string; brand: string; picture_url: string }

export const linkPictureOf = (shown: Shown) => ({ url: linkPicturePath(shown), width: LINK_WIDTH, height: LINK_HEIGHT })

/** Returns the address of an asset's link picture, which changes with everything that the picture shows. */
export function linkPicturePath({ id, title, employee_name, brand, picture_url }: Shown): string {
  const shown = JSON.stringify([DRAWING_VERSION, title, employee_name, brand, picture_url])
  return `/link-pictures/${id}/${createHash('sha256').update(shown).digest('hex').slice(0, 16)}.jpg`
}
