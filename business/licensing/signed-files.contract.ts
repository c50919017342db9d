import { z } from 'zod'
import { endpoint } from '#platform/contract/index.ts'

const params = z.object({ id: z.uuid() })
/** The signature covers the whole link, so a changed parameter is refused as a changed link. */
const signed = { expires: z.unknown().optional(), signature: z.unknown().optional() }

export const downloadLicenseFile = endpoint({
  method: 'GET',
  path: '/downloads/licenses/:id',
  access: 'anyone',
  summary: 'The file behind a signed license link. Supports range requests.',
  params,
  query: z.looseObject({
    ...signed,
    file_id: z.unknown().optional(),
    format: z.unknown().optional(),
    width: z.unknown().optional(),
    colors: z.unknown().optional(),
    project: z.unknown().optional(),
    user: z.unknown().optional()
  }),
  response: z.unknown(),
  kind: 'file'
})

export const downloadFreeFile = endpoint({
  method: 'GET',
  path: '/downloads/free/:id',
  access: 'anyone',
  summary: 'The PNG behind a signed free-download link. Supports range requests.',
  params,
  query: z.looseObject(signed),
  response: z.unknown(),
  kind: 'file'
})
