import { z } from 'zod'
import { defineRefusals, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { assetCard } from './contract.ts'
import { ARTISTS_LISTED_MAX, PAGE_SIZE } from './rules.ts'

export const getArtist = endpoint({
  method: 'GET',
  path: '/artists/:id',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary: 'Get an artist and a page of the works on sale, newest first. An artist without works on sale is 404.',
  params: z.object({ id: z.uuid() }),
  query: z.object(paging(PAGE_SIZE)),
  response: pageOf(assetCard).extend({
    id: z.uuid(),
    name: z.string(),
    /** When the oldest of these works was approved. */
    since: instant
  })
})

export const listArtists = endpoint({
  method: 'GET',
  path: '/artists/sitemap',
  access: 'anyone',
  reads: 'replica',
  summary: `List up to ${ARTISTS_LISTED_MAX} artists with works on sale, by id, for /sitemap.xml. Pass the last id as \`after\` to go on.`,
  query: z.object({ after: z.uuid().optional() }),
  response: z.array(z.object({ id: z.uuid(), changed_at: instant }))
})

export const artistRefusals = defineRefusals({
  artist_not_found: { status: 404, message: 'This artist is not available.' }
})
