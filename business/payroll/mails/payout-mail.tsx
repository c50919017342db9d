import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { METHOD_NAMES, type PaymentMethod } from '../rules.ts'

type Details = {
  sender: Sender
  name: string
  payout: { amount_cents: number; payment_method: PaymentMethod; reference_number: string | null; paid_at: Date }
  /** The balance after this payout. */
  balance_cents: number
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const payoutMail = async (details: Details) => ({
  subject: `We paid you ${dollars.format(details.payout.amount_cents / 100)}`,
  ...(await renderMail(<PayoutMail {...details} />))
})

function PayoutMail({ sender, name, payout: { amount_cents, payment_method, reference_number, paid_at }, balance_cents }: Details) {
  const words = typedWords(name)
  return (
    <MailLayout
      sender={sender}
      preview={`${dollars.format(amount_cents / 100)} on ${day.format(paid_at)}`}
      why={`You get this email because you work for ${sender.brand_name} as an artist.`}
    >
      <MailTitle>{words === undefined ? 'Your payout' : `Your payout, ${words}`}</MailTitle>
      <MailText>We recorded a payment of your wages. Depending on the payment method, it may take a few days to arrive.</MailText>
      <MailDetails
        details={[
          ['Amount', dollars.format(amount_cents / 100)],
          ['Paid on', day.format(paid_at)],
          ['Method', METHOD_NAMES[payment_method]],
          ...(reference_number ? [['Reference', reference_number] as const] : []),
          ['Remaining balance', dollars.format(balance_cents / 100)]
        ]}
      />
      <MailButton href={`${sender.public_url}/employee/earnings`}>Earnings</MailButton>
      <MailText>If something is not right, reply to this email and we will look into it.</MailText>
    </MailLayout>
  )
}
