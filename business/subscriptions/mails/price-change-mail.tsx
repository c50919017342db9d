import type { Cents } from '#platform/contract/money.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { HowToCancel, type PlanDetails, showDay, showPrice, whyOf } from './pieces.tsx'

type Details = PlanDetails & {
  /** The price until then. */
  before_cents: Cents
  from: Date
  /** PayPal's page. */
  approve_url: string
}

export const priceChangeMail = async (details: Details) => ({
  subject: `A new price for your ${details.plan_name} plan`,
  ...(await renderMail(<PriceChangeMail {...details} />))
})

function PriceChangeMail({ sender, plan_name, price_cents, interval, before_cents, from, approve_url }: Details) {
  return (
    <MailLayout sender={sender} preview={`${showPrice(price_cents)} each ${interval}, if you approve it.`} why={whyOf(sender)}>
      <MailTitle>A new price for your plan</MailTitle>
      <MailText>
        We would like to change the price of your {plan_name} plan. The new price applies only if you approve it at PayPal. Until you do,
        you keep paying {showPrice(before_cents)}.
      </MailText>
      <MailDetails
        details={[
          ['Plan', plan_name],
          ['Price now', `${showPrice(before_cents)} each ${interval}`],
          ['New price', `${showPrice(price_cents)} each ${interval}`],
          ['From', showDay(from)]
        ]}
      />
      <MailButton href={approve_url}>Approve at PayPal</MailButton>
      <HowToCancel sender={sender} />
    </MailLayout>
  )
}
