import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { METHOD_NAMES, type PaymentMethod } from '../rules.ts'

type Facts = {
  sender: Sender
  name: string
  payout: { amount_cents: number; payment_method: PaymentMethod; reference_number: string | null; paid_at: Date }
  /** What is still owed after it. */
  balance_cents: number
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const payoutMail = async (facts: Facts) => ({
  subject: `We paid you ${dollars.format(facts.payout.amount_cents / 100)}`,
  ...(await renderMail(<PayoutMail {...facts} />))
})

function PayoutMail({ sender, name, payout: { amount_cents, payment_method, reference_number, paid_at }, balance_cents }: Facts) {
  const words = typedWords(name)
  return (
    <MailLayout
      sender={sender}
      preview={`${dollars.format(amount_cents / 100)} on ${day.format(paid_at)}`}
      why={`You get this mail because you work for ${sender.brand_name} as an artist.`}
    >
      <MailTitle>{words === undefined ? 'Your payout' : `Your payout, ${words}`}</MailTitle>
      <MailText>We recorded a payment of your wages. It may take a few days to arrive, depending on the way it was sent.</MailText>
      <MailFacts
        facts={[
          ['Amount', dollars.format(amount_cents / 100)],
          ['Paid on', day.format(paid_at)],
          ['By', METHOD_NAMES[payment_method]],
          ...(reference_number ? [['Reference', reference_number] as const] : []),
          ['Balance left', dollars.format(balance_cents / 100)]
        ]}
      />
      <MailButton href={`${sender.public_url}/employee/earnings`}>Earnings</MailButton>
      <MailText>Something is not right? Answer this mail, and we look into it.</MailText>
    </MailLayout>
  )
}
