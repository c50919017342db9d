import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Details = {
  sender: Sender
  name: string
  /** The reversal: its amount is negative, and its notes say why. */
  payout: { amount_cents: number; notes: string | null; paid_at: Date }
  /** The balance after the reversal. */
  balance_cents: number
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const payoutReversedMail = async (details: Details) => ({
  subject: `A payout of ${dollars.format(-details.payout.amount_cents / 100)} was reversed`,
  ...(await renderMail(<PayoutReversedMail {...details} />))
})

function PayoutReversedMail({ sender, name, payout: { amount_cents, notes, paid_at }, balance_cents }: Details) {
  const words = typedWords(name)
  const amount = dollars.format(-amount_cents / 100)
  return (
    <MailLayout
      sender={sender}
      preview={`${amount} on ${day.format(paid_at)}`}
      why={`You get this email because you work for ${sender.brand_name} as an artist.`}
    >
      <MailTitle>{words === undefined ? 'A reversed payout' : `A reversed payout, ${words}`}</MailTitle>
      <MailText>We had recorded a payout to you that was wrong, and reversed it. What it was for is owed to you again.</MailText>
      <MailDetails
        details={[
          ['Amount', amount],
          ['Reversed on', day.format(paid_at)],
          ...(notes ? [['Reason', notes] as const] : []),
          ['Balance', dollars.format(balance_cents / 100)]
        ]}
      />
      <MailButton href={`${sender.public_url}/employee/earnings`}>Earnings</MailButton>
      <MailText>If something is not right, reply to this email and we will look into it.</MailText>
    </MailLayout>
  )
}
