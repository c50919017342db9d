import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

/** A problem that needs a person, because the product cannot resolve it. */
export type Trouble = 'refund_failed' | 'other_amount' | 'dispute_won'

type Details = {
  sender: Sender
  trouble: Trouble
  payment: { id: string; description: string; amount_cents: number }
  /** PayPal's id of the captured money. */
  capture_id: string
  /** PayPal's own code or text for the problem. */
  said: string
  /** What our ledger says was refunded. Set for disputes only. */
  refunded_cents?: number
}

const TEXTS: Record<Trouble, { title: string; text: string }> = {
  refund_failed: {
    title: 'A refund has failed',
    text: 'A payment bought nothing and should have been refunded automatically, but PayPal refused the refund. We try again once a day as long as a retry can succeed. An admin can also refund the payment.'
  },
  other_amount: {
    title: 'PayPal took a different amount',
    text: 'PayPal reports a different amount than the one agreed. Nothing was delivered, and the money is not in our ledger. Find it at PayPal by the capture ID below and refund it there.'
  },
  dispute_won: {
    title: 'A dispute was not decided in the client’s favor',
    text: 'PayPal closed a dispute about this payment and does not report whether money that it had withheld was returned to us. Find the payment at PayPal by the capture ID below. If the money was returned but our ledger shows it as refunded, correct the ledger by hand. What the client paid for has ended in that case, so restore that too.'
  }
}

export const attentionMail = async (details: Details) => ({
  subject: `${TEXTS[details.trouble].title}: payment ${details.payment.id}`,
  ...(await renderMail(<AttentionMail {...details} />))
})

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function AttentionMail({ sender, trouble, payment, capture_id, said, refunded_cents }: Details) {
  const { title, text } = TEXTS[trouble]
  return (
    <MailLayout
      sender={sender}
      preview={payment.description}
      why={`You get this email because you handle support for ${sender.brand_name}.`}
    >
      <MailTitle>{title}</MailTitle>
      <MailText>{text}</MailText>
      <MailDetails
        details={[
          ['Payment', payment.id],
          ['For', payment.description],
          ['Agreed', dollars.format(payment.amount_cents / 100)],
          ...(refunded_cents === undefined ? [] : [['Refunded, in our ledger', dollars.format(refunded_cents / 100)] as [string, string]]),
          ['PayPal capture', capture_id],
          ['PayPal says', said]
        ]}
      />
      <MailButton href={`${sender.public_url}/admin/payments`}>Payments</MailButton>
    </MailLayout>
  )
}
