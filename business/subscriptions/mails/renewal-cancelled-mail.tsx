import { MailButton, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { type PlanDetails, planPage, showDay, whyOf } from './pieces.tsx'

type Details = Omit<PlanDetails, 'price_cents' | 'interval'> & { ends_at: Date }

export const renewalCancelledMail = async (details: Details) => ({
  subject: `The renewal of your ${details.plan_name} plan is canceled`,
  ...(await renderMail(<RenewalCancelledMail {...details} />))
})

function RenewalCancelledMail({ sender, plan_name, ends_at }: Details) {
  return (
    <MailLayout sender={sender} preview={`Your plan stays active until ${showDay(ends_at)}.`} why={whyOf(sender)}>
      <MailTitle>Your renewal is canceled</MailTitle>
      <MailText>
        You will not be charged again for your {plan_name} plan. You keep the plan with its downloads and seats until{' '}
        <strong>{showDay(ends_at)}</strong>.
      </MailText>
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <MailText>Please keep this email as confirmation of your cancellation.</MailText>
    </MailLayout>
  )
}
