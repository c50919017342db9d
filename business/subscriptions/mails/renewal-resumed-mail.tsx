import type { Cents } from '#platform/contract/money.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { HowToCancel, type PlanDetails, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Details = PlanDetails & {
  renews_at: Date
  /** The next payment, with tax. */
  next_cents: Cents
}

export const renewalResumedMail = async (details: Details) => ({
  subject: `Your ${details.plan_name} plan renews again`,
  ...(await renderMail(<RenewalResumedMail {...details} />))
})

function RenewalResumedMail({ sender, plan_name, price_cents, interval, renews_at, next_cents }: Details) {
  return (
    <MailLayout sender={sender} preview={`The next charge is on ${showDay(renews_at)}.`} why={whyOf(sender)}>
      <MailTitle>Your plan renews again</MailTitle>
      <MailText>
        You resumed the renewal of your {plan_name} plan. It renews each {interval} through PayPal until you cancel the renewal.
      </MailText>
      <MailDetails
        details={[
          ['Plan', plan_name],
          ['Price', `${showPrice(price_cents)} each ${interval}`],
          ['Next charge', `${showPrice(next_cents)} on ${showDay(renews_at)}`]
        ]}
      />
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <HowToCancel sender={sender} />
    </MailLayout>
  )
}
