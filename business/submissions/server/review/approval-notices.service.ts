import type { Cents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { approvedMail } from '../../mails/approval-mail.tsx'
import { mailArtist } from '../artist-mails.service.ts'
import { findArtistsToTell, insertNotice, takeNotices } from './approval-notices.queries.ts'

const MINUTE_MS = 60_000
/** The email waits until nothing of this artist was approved for so long, because a reviewer approves one asset after another … */
const QUIET_MS = 3 * MINUTE_MS
/** … but never longer than this. */
const WAITING_MAX_MS = 20 * MINUTE_MS

type Approved = { id: string; owner_id: string }

/** Remembers that the artist has to be told. */
export const noteApproval = ({ db, now }: Ctx<Tx>, { id, owner_id }: Approved, wage: Cents | null): Promise<void> =>
  insertNotice(db, { asset_id: id, artist_id: owner_id, approved_at: now, wage })

/** Every minute: sends each artist one email about all assets that were approved in the last minutes. */
export async function mailApprovals(ctx: Ctx): Promise<void> {
  const before = (ms: number) => new Date(ctx.now.getTime() - ms)
  const artists = await findArtistsToTell(ctx.db, { quiet_since: before(QUIET_MS), waiting_since: before(WAITING_MAX_MS) })
  for (const artist_id of artists) await inTransaction(ctx, (open) => mailApprovalsOf(open, artist_id))
}

async function mailApprovalsOf(open: Ctx<Tx>, artist_id: string): Promise<void> {
  const { titles, wage } = await takeNotices(open.db, artist_id)
  if (titles.length > 0) await mailArtist(open, artist_id, (name) => approvedMail({ sender: open.ports.settings, name, titles, wage }))
}
