import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import type { PurposeName } from '../rules.ts'

type Details = {
  sender: Sender
  name: string
  description: string
  purpose: PurposeName
  payment_id: string
  refund: { amount_cents: number; completed_at: Date; provider_refund_id: string }
  /** Only a part of the payment was refunded, so nothing has ended but `lines`. */
  partial: boolean
  /** Titles of the licenses that were refunded, if the payment has others too. */
  lines?: readonly string[]
  /** The payment bought nothing, so nothing ends with the refund. */
  bought_nothing?: boolean
}

export const refundMail = async (details: Details) => ({
  subject: `Your refund of ${dollars.format(details.refund.amount_cents / 100)}`,
  ...(await renderMail(<RefundMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const ENDED: Record<PurposeName, string> = {
  license: 'The license has ended: its download links no longer work, and you may no longer use the files.',
  subscription: 'Your plan has ended, and you will not be charged for it again.'
}

type Ending = Required<Pick<Details, 'purpose' | 'partial' | 'bought_nothing' | 'lines'>>

function whatEnds({ purpose, partial, bought_nothing, lines }: Ending): string {
  if (bought_nothing) return 'This payment did not buy anything, so no license or plan has ended.'
  if (partial && lines.length > 0)
    return `${lines.length === 1 ? 'This license has' : 'These licenses have'} ended: ${lines.join('; ')}. You keep the others of this order.`
  return partial ? 'This is a partial refund. You keep what you bought.' : ENDED[purpose]
}

const PAGES: Record<PurposeName, { path: string; label: string }> = {
  license: { path: '/client/licenses', label: 'My Licenses' },
  subscription: { path: '/client/subscriptions', label: 'My Subscription' }
}

function RefundMail({ sender, name, description, purpose, payment_id, refund, partial, lines = [], bought_nothing = false }: Details) {
  const amount = dollars.format(refund.amount_cents / 100)
  const words = typedWords(name)
  const { path, label } = PAGES[purpose]
  return (
    <MailLayout
      sender={sender}
      preview={`We refunded ${amount} to you`}
      why={`You get this email because a payment you made at ${sender.brand_name} was refunded.`}
    >
      <MailTitle>{words === undefined ? 'Your refund' : `Your refund, ${words}`}</MailTitle>
      <MailText>
        We have refunded {amount} for <strong>{description}</strong>. PayPal returns the money the way you paid. On a card, it can take up
        to ten days to appear.
      </MailText>
      <MailText>{whatEnds({ purpose, partial, bought_nothing, lines })}</MailText>
      <MailDetails
        details={[
          ['Refunded', amount],
          ['Date', day.format(refund.completed_at)],
          ['Payment', payment_id],
          ['PayPal refund', refund.provider_refund_id]
        ]}
      />
      <MailButton href={`${sender.public_url}${path}`}>{label}</MailButton>
      <MailText>Questions about this refund? Write to {sender.support_email}.</MailText>
    </MailLayout>
  )
}
