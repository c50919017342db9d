import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { HowToCancel, type PlanDetails, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Details = PlanDetails & {
  /** `plan_name` and `price_cents` apply from this day on. */
  from: Date
}

export const planChangeMail = async (details: Details) => ({
  subject: `Your plan changes to ${details.plan_name}`,
  ...(await renderMail(<PlanChangeMail {...details} />))
})

function PlanChangeMail({ sender, plan_name, price_cents, interval, from }: Details) {
  return (
    <MailLayout sender={sender} preview={`Starting ${showDay(from)}.`} why={whyOf(sender)}>
      <MailTitle>Your plan changes with the next period</MailTitle>
      <MailText>You approved this change at PayPal. Nothing changes until the next period starts.</MailText>
      <MailDetails
        details={[
          ['Plan', plan_name],
          ['Price', `${showPrice(price_cents)} each ${interval}`],
          ['From', showDay(from)]
        ]}
      />
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <HowToCancel sender={sender} />
      <MailText>Please keep this email for your records. It contains the terms of your plan.</MailText>
    </MailLayout>
  )
}
