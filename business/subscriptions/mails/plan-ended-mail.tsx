import { MailButton, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { type PlanDetails, whyOf } from './pieces.tsx'

type Details = Omit<PlanDetails, 'price_cents' | 'interval'> & {
  /** A full sentence. */
  reason: string
}

export const planEndedMail = async (details: Details) => ({
  subject: `Your ${details.plan_name} plan has ended`,
  ...(await renderMail(<PlanEndedMail {...details} />))
})

function PlanEndedMail({ sender, plan_name, reason }: Details) {
  return (
    <MailLayout sender={sender} preview={reason} why={whyOf(sender)}>
      <MailTitle>Your plan has ended</MailTitle>
      <MailText>
        Your {plan_name} plan has ended. {reason} You will not be charged again.
      </MailText>
      <MailText>You keep the single licenses you bought. You can subscribe again at any time.</MailText>
      <MailButton href={`${sender.public_url}/pricing`}>See the plans</MailButton>
    </MailLayout>
  )
}
