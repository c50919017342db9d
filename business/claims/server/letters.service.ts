import { findReachableUser } from '#accounts/server/index.ts'
import { licenseesOf } from '#licensing/server/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { claimMail } from '../mails/claim-mail.tsx'
import type { Letter } from '../mails/letter.ts'
import { licenseeLetter } from '../mails/licensee-letter.ts'
import { findClaim } from './queries.ts'

export const MAIL_LICENSEES = 'claims.mail-licensees'

export async function mailTo({ db, ports }: Ctx<Tx>, to: string, letter: Letter): Promise<void> {
  await ports.mail.send(db, { to, ...(await claimMail(ports.settings, letter)) })
}

/** Mails the artist. Returns false if the account is deleted. */
export async function mailArtist(ctx: Ctx<Tx>, artist_id: string, letter: (name: string) => Letter): Promise<boolean> {
  const artist = await findReachableUser(ctx.db, artist_id)
  if (artist) await mailTo(ctx, artist.email, letter(artist.name))
  return artist !== undefined
}

/** Mails everyone who holds an active license for the asset of an upheld claim: all or, if it fails, nobody yet. */
export async function mailLicensees(ctx: Ctx, claim_id: string): Promise<void> {
  await inTransaction(ctx, async (open) => {
    const claim = await findClaim(open.db, claim_id)
    if (!claim) return
    for (const { name, email } of await licenseesOf(open.db, claim.asset_id))
      await mailTo(open, email, licenseeLetter(open.ports.settings, claim, name))
  })
}
