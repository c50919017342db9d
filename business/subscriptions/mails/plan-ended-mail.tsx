import { MailButton, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { type PlanFacts, whyOf } from './pieces.tsx'

type Facts = Omit<PlanFacts, 'price_cents'> & {
  /** A sentence. */
  reason: string
}

export const planEndedMail = async (facts: Facts) => ({
  subject: `Your ${facts.plan_name} plan has ended`,
  ...(await renderMail(<PlanEndedMail {...facts} />))
})

function PlanEndedMail({ sender, plan_name, reason }: Facts) {
  return (
    <MailLayout sender={sender} preview={reason} why={whyOf(sender)}>
      <MailTitle>Your plan has ended</MailTitle>
      <MailText>
        Your {plan_name} plan has ended. {reason} Nothing more is charged for it.
      </MailText>
      <MailText>Licenses that you bought one by one stay yours. You can choose a plan again whenever you like.</MailText>
      <MailButton href={`${sender.public_url}/pricing`}>See the plans</MailButton>
    </MailLayout>
  )
}
