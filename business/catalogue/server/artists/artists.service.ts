import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, refuse } from '#platform/server/index.ts'
import { artistRefusals, type getArtist, type listArtists } from '../../artists.contract.ts'
import { ARTISTS_LISTED_MAX } from '../../rules.ts'
import { presentCard } from '../service.ts'
import * as queries from './artists.queries.ts'

type Asked = { id: string; page: number; page_size: number }

/** Returns an artist with a page of the works on sale, newest first. */
export async function artist({ db, now }: Ctx, { id, page, page_size }: Asked): Promise<Answer<typeof getArtist>> {
  const offset = (page - 1) * page_size
  const findWorks = () => queries.findWorks(db, id, { offset, limit: page_size })
  // A page beyond the end would read every work to skip it. The first page needs no such check.
  const first = offset === 0 ? findWorks() : undefined
  const [found] = await Promise.all([queries.findArtist(db, id), first])
  if (!found) throw refuse(artistRefusals, 'artist_not_found')
  const { name, since, total } = found
  const works = await (first ?? (offset < total ? findWorks() : []))
  return { id, name, since: since.toISOString(), items: works.map((row) => presentCard(now, row)), total, page, page_size }
}

export async function artists({ db }: Ctx, { after }: { after?: string | undefined }): Promise<Answer<typeof listArtists>> {
  const rows = await queries.findArtists(db, after, ARTISTS_LISTED_MAX)
  return rows.map(({ id, changed_at }) => ({ id, changed_at: changed_at.toISOString() }))
}
