import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { type PlanDetails, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Details = Omit<PlanDetails, 'interval'> & { grace_ends_at: Date }

export const renewalFailedMail = async (details: Details) => ({
  subject: `Your ${details.plan_name} plan could not be renewed`,
  ...(await renderMail(<RenewalFailedMail {...details} />))
})

function RenewalFailedMail({ sender, plan_name, price_cents, grace_ends_at }: Details) {
  return (
    <MailLayout sender={sender} preview={`Your plan stays active until ${showDay(grace_ends_at)}.`} why={whyOf(sender)}>
      <MailTitle>Your renewal payment failed</MailTitle>
      <MailText>
        PayPal could not charge the renewal of your {plan_name} plan. Please check the payment method in your PayPal account. PayPal will
        try again automatically, and your plan stays active in the meantime.
      </MailText>
      <MailDetails
        details={[
          ['Amount', showPrice(price_cents)],
          ['Your plan stays active until', showDay(grace_ends_at)]
        ]}
      />
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <MailText>If the payment does not succeed by then, your plan ends and you will not be charged again.</MailText>
    </MailLayout>
  )
}
