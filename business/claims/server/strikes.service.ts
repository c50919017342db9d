import { audit } from '#accounts/server/index.ts'
import type { Received } from '#platform/contract/index.ts'
import { type Ctx, type Db, inTransaction, refuse, signedIn } from '#platform/server/index.ts'
import { refusals, type Strikes } from '../contract.ts'
import type { resumeUploads } from '../desk.contract.ts'
import { resumedLetter } from '../mails/artist-letters.ts'
import { areUploadsPaused } from '../rules.ts'
import { mailArtist } from './letters.service.ts'
import * as queries from './queries.ts'

/** The upheld claims about an artist's works that were not restored, newest first. */
export async function strikesOf(db: Db, artist_id: string): Promise<Strikes> {
  const [rows, resumed_at] = [await queries.findStrikes(db, artist_id), await queries.findResumedAt(db, artist_id)]
  const upheld = rows.map(({ decided_at }) => ({ upheld_at: decided_at }))
  return {
    count: rows.length,
    uploads_paused: areUploadsPaused(upheld, resumed_at),
    items: rows.map(({ claim_number, asset_title, kind, decided_at }) => ({
      ...{ claim_number, asset_title, kind },
      upheld_at: decided_at.toISOString()
    }))
  }
}

/** Refuses the upload of an artist whose uploads are paused. */
export async function requireUploads(ctx: Ctx): Promise<void> {
  const { uploads_paused } = await strikesOf(ctx.db, signedIn(ctx).id)
  if (uploads_paused) throw refuse(refusals, 'uploads_paused')
}

export async function resume(ctx: Ctx, { params, body }: Received<typeof resumeUploads>): Promise<Strikes> {
  return inTransaction(ctx, async (open) => {
    const { db, now, ports } = open
    const artist = await queries.lockArtist(db, params.id)
    if (!artist) throw refuse(refusals, 'artist_not_found')
    if (!(await strikesOf(db, artist.id)).uploads_paused) throw refuse(refusals, 'uploads_not_paused')
    const { id: admin } = signedIn(open)
    await queries.insertResumption(db, { artist_id: artist.id, resumed_at: now, resumed_by: admin, reason: body.reason })
    await audit(db, {
      ...{ actor_id: admin, action: 'user.uploads_resumed', subject_kind: 'user', subject: artist.id },
      details: { reason: body.reason }
    })
    await mailArtist(open, artist.id, (name) => resumedLetter(ports.settings, name))
    return strikesOf(db, artist.id)
  })
}
