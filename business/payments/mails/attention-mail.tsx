import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

/** What somebody must look at, as the product cannot put it right by itself. */
export type Trouble = 'refund_failed' | 'other_amount' | 'dispute_won'

type Facts = {
  sender: Sender
  trouble: Trouble
  payment: { id: string; description: string; amount_cents: number }
  /** PayPal's number of the money. */
  capture_id: string
  /** PayPal's word for it. */
  said: string
  /** What the books say went back, where that matters. */
  refunded_cents?: number
}

const WORDS: Record<Trouble, { title: string; text: string }> = {
  refund_failed: {
    title: 'A refund has failed',
    text: 'A payment bought nothing and should go back to the client by itself, but PayPal has not done it. It is asked again once a day while it can still help; an admin can also refund the payment.'
  },
  other_amount: {
    title: 'PayPal took another amount',
    text: 'PayPal reports another amount than the one agreed. Nothing was delivered, and the money is not in the books: find it at PayPal by the number below and give it back there.'
  },
  dispute_won: {
    title: 'A dispute was not decided for the client',
    text: 'PayPal has closed a dispute about this payment, and does not tell whether money that it had taken back has returned. Find the payment at PayPal by the number below. Where the money has returned and our books say that it went back, they lack it, and what the client paid for has ended: that is to be put right by hand.'
  }
}

export const attentionMail = async (facts: Facts) => ({
  subject: `${WORDS[facts.trouble].title}: payment ${facts.payment.id}`,
  ...(await renderMail(<AttentionMail {...facts} />))
})

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** To support alone. */
function AttentionMail({ sender, trouble, payment, capture_id, said, refunded_cents }: Facts) {
  const { title, text } = WORDS[trouble]
  return (
    <MailLayout sender={sender} preview={payment.description} why={`This mail goes to whoever answers for ${sender.brand_name}.`}>
      <MailTitle>{title}</MailTitle>
      <MailText>{text}</MailText>
      <MailFacts
        facts={[
          ['Payment', payment.id],
          ['For', payment.description],
          ['Agreed', dollars.format(payment.amount_cents / 100)],
          ...(refunded_cents === undefined ? [] : [['Given back, in our books', dollars.format(refunded_cents / 100)] as [string, string]]),
          ['PayPal capture', capture_id],
          ['PayPal says', said]
        ]}
      />
      <MailButton href={`${sender.public_url}/admin/payments`}>Payments</MailButton>
    </MailLayout>
  )
}
