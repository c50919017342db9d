import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { HowToCancel, type PlanFacts, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Facts = PlanFacts & {
  /** `plan_name` and `price_cents` are what holds from this day on. */
  from: Date
}

export const planChangeMail = async (facts: Facts) => ({
  subject: `Your plan changes to ${facts.plan_name}`,
  ...(await renderMail(<PlanChangeMail {...facts} />))
})

function PlanChangeMail({ sender, plan_name, price_cents, from }: Facts) {
  return (
    <MailLayout sender={sender} preview={`From ${showDay(from)} on.`} why={whyOf(sender)}>
      <MailTitle>Your plan changes with the next period</MailTitle>
      <MailText>You agreed to another plan at PayPal. Until the next period begins, everything stays as it is.</MailText>
      <MailFacts
        facts={[
          ['Plan', plan_name],
          ['Price', `${showPrice(price_cents)} each month`],
          ['From', showDay(from)]
        ]}
      />
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <HowToCancel sender={sender} />
      <MailText>Keep this mail: it holds the terms of your plan.</MailText>
    </MailLayout>
  )
}
