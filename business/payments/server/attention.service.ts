import type { Cents } from '#platform/contract/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { attentionMail, type Trouble } from '../mails/attention-mail.tsx'
import type { Payment } from './ports.ts'

type Said = { trouble: Trouble; capture_id: string; said: string; refunded_cents?: Cents }

/** Emails support about a payment that needs a person. */
export async function notifySupport({ db, ports }: Ctx<Tx>, { id, description, amount_cents }: Payment, what: Said): Promise<void> {
  const { settings, mail } = ports
  const words = await attentionMail({ sender: settings, payment: { id, description, amount_cents }, ...what })
  await mail.send(db, { to: settings.support_email, ...words }, { urgent: true })
}
