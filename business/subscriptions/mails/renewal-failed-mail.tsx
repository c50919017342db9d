import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { type PlanFacts, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Facts = PlanFacts & { grace_ends_at: Date }

export const renewalFailedMail = async (facts: Facts) => ({
  subject: `Your ${facts.plan_name} plan could not be renewed`,
  ...(await renderMail(<RenewalFailedMail {...facts} />))
})

function RenewalFailedMail({ sender, plan_name, price_cents, grace_ends_at }: Facts) {
  return (
    <MailLayout sender={sender} preview={`Your plan stays open until ${showDay(grace_ends_at)}.`} why={whyOf(sender)}>
      <MailTitle>The renewal did not go through</MailTitle>
      <MailText>
        PayPal could not charge the renewal of your {plan_name} plan. Please look at your way of paying in your PayPal account: PayPal tries
        again by itself. Until then everything stays as it is.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', showPrice(price_cents)],
          ['Your plan stays open until', showDay(grace_ends_at)]
        ]}
      />
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <MailText>If it is not paid by then, the plan ends and nothing more is charged.</MailText>
    </MailLayout>
  )
}
