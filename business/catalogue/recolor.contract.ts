import { z } from 'zod'
import { defineRefusals, endpoint } from '#platform/contract/index.ts'
import { RECOLOR_TEXTS, readColorChanges } from './recolor.rules.ts'
import { isPreviewWidth, PREVIEW_WIDTHS } from './rules.ts'

/** '#from-#to,…', six digits each. Which colors a drawing has is checked where the drawing is known. */
export const colorChanges = z
  .string(RECOLOR_TEXTS.malformed)
  .superRefine((text, context) => {
    const changes = readColorChanges(text)
    if (typeof changes === 'string') context.addIssue({ code: 'custom', message: changes })
  })
  .meta({ description: 'Colors to replace, all at once: #aabbcc-#112233,… Each must be in the palette of the asset.' })

const WIDTH = `Choose a width of ${PREVIEW_WIDTHS.join(', ')}.`

export const recoloredPicture = endpoint({
  method: 'GET',
  path: '/assets/:id/recolored',
  access: 'anyone',
  summary: 'A picture of an asset in other colors, as WEBP. From 640 px up it is watermarked, unless the asset is free now.',
  params: z.object({ id: z.uuid() }),
  query: z.object({
    colors: colorChanges,
    width: z.coerce.number(WIDTH).min(PREVIEW_WIDTHS[0], WIDTH).max(PREVIEW_WIDTHS[2], WIDTH).refine(isPreviewWidth, WIDTH).default(640)
  }),
  response: z.unknown(),
  kind: 'file'
})

export const freeSource = endpoint({
  method: 'GET',
  path: '/assets/:id/source.svg',
  access: 'anyone',
  summary: 'The cleaned SVG of an asset that is free now, for recoloring it in the browser',
  params: z.object({ id: z.uuid() }),
  response: z.unknown(),
  kind: 'file'
})

export const refusals = defineRefusals({
  colors_refused: { status: 422, message: RECOLOR_TEXTS.malformed },
  no_free_source: { status: 404, message: 'There is no free drawing at this address.' }
})
