import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import type { PurposeName } from '../rules.ts'

type Facts = {
  sender: Sender
  name: string
  description: string
  purpose: PurposeName
  payment_id: string
  refund: { amount_cents: number; completed_at: Date; provider_refund_id: string }
  /** Part of the payment went back before or is still to go back: nothing has ended. */
  partial: boolean
  /** Nothing ends with it. */
  bought_nothing?: boolean
}

export const refundMail = async (facts: Facts) => ({
  subject: `Your refund of ${dollars.format(facts.refund.amount_cents / 100)}`,
  ...(await renderMail(<RefundMail {...facts} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const ENDED: Record<PurposeName, string> = {
  license: 'The license has ended with it: its download links no longer work, and the files may not be used any more.',
  subscription: 'Your plan has ended with it, and nothing more will be charged for it.'
}

function whatEnds({ purpose, partial, bought_nothing }: Required<Pick<Facts, 'purpose' | 'partial' | 'bought_nothing'>>): string {
  if (bought_nothing) return 'This payment bought nothing, so nothing ends with it.'
  return partial ? 'This is a part of the payment: what it paid for stays yours.' : ENDED[purpose]
}

const PAGES: Record<PurposeName, { path: string; label: string }> = {
  license: { path: '/client/licenses', label: 'My Licenses' },
  subscription: { path: '/client/subscriptions', label: 'My Subscription' }
}

function RefundMail({ sender, name, description, purpose, payment_id, refund, partial, bought_nothing = false }: Facts) {
  const amount = dollars.format(refund.amount_cents / 100)
  const words = typedWords(name)
  const { path, label } = PAGES[purpose]
  return (
    <MailLayout
      sender={sender}
      preview={`${amount} goes back to you`}
      why={`You get this mail because a payment of yours at ${sender.brand_name} was refunded.`}
    >
      <MailTitle>{words === undefined ? 'Your refund' : `Your refund, ${words}`}</MailTitle>
      <MailText>
        We have refunded {amount} for <strong>{description}</strong>. PayPal sends the money back the way you paid; with a card it can take
        up to ten days to show.
      </MailText>
      <MailText>{whatEnds({ purpose, partial, bought_nothing })}</MailText>
      <MailFacts
        facts={[
          ['Refunded', amount],
          ['Date', day.format(refund.completed_at)],
          ['Payment', payment_id],
          ['PayPal refund', refund.provider_refund_id]
        ]}
      />
      <MailButton href={`${sender.public_url}${path}`}>{label}</MailButton>
      <MailText>Did you not expect this? Write to {sender.support_email}.</MailText>
    </MailLayout>
  )
}
