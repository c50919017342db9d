import { findReachableUser } from '#accounts/server/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'

type Mail = { subject: string; html: string; text: string }

/** Mails the artist, unless the account is deleted. */
export async function mailArtist({ db, ports }: Ctx<Tx>, artist_id: string, mail: (name: string) => Promise<Mail>): Promise<void> {
  const artist = await findReachableUser(db, artist_id)
  if (artist) await ports.mail.send(db, { to: artist.email, ...(await mail(artist.name)) })
}
