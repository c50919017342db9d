import { MailButton, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { type PlanFacts, planPage, showDay, whyOf } from './pieces.tsx'

type Facts = Omit<PlanFacts, 'price_cents'> & { ends_at: Date }

export const renewalCancelledMail = async (facts: Facts) => ({
  subject: `The renewal of your ${facts.plan_name} plan is cancelled`,
  ...(await renderMail(<RenewalCancelledMail {...facts} />))
})

function RenewalCancelledMail({ sender, plan_name, ends_at }: Facts) {
  return (
    <MailLayout sender={sender} preview={`Your plan stays open until ${showDay(ends_at)}.`} why={whyOf(sender)}>
      <MailTitle>The renewal is cancelled</MailTitle>
      <MailText>
        Nothing more is charged for your {plan_name} plan. You keep it, with all its downloads and seats, until{' '}
        <strong>{showDay(ends_at)}</strong>.
      </MailText>
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <MailText>Keep this mail as the confirmation of your cancellation.</MailText>
    </MailLayout>
  )
}
