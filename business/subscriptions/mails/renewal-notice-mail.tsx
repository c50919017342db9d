import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { HowToCancel, type PlanDetails, showDay, showPrice, whyOf } from './pieces.tsx'

type Details = Omit<PlanDetails, 'interval'> & {
  charged_at: Date
  /** A page that cancels the renewal without signing in. */
  cancel_url: string
}

/** Announces a yearly renewal before it is charged, with its amount and a link that cancels it. */
export const renewalNoticeMail = async (details: Details) => ({
  subject: `Your ${details.plan_name} plan renews on ${showDay(details.charged_at)}`,
  ...(await renderMail(<RenewalNoticeMail {...details} />))
})

function RenewalNoticeMail({ sender, plan_name, price_cents, charged_at, cancel_url }: Details) {
  return (
    <MailLayout sender={sender} preview={`PayPal will charge ${showPrice(price_cents)}, unless you cancel.`} why={whyOf(sender)}>
      <MailTitle>Your plan renews soon</MailTitle>
      <MailText>
        Your {plan_name} plan renews on {showDay(charged_at)}. PayPal then charges you {showPrice(price_cents)}. You do not need to do
        anything to keep your plan.
      </MailText>
      <MailDetails
        details={[
          ['Plan', plan_name],
          ['Amount', showPrice(price_cents)],
          ['Charged on', showDay(charged_at)]
        ]}
      />
      <MailText>If you do not want to renew, cancel before that day. You do not need to sign in.</MailText>
      <MailButton href={cancel_url}>Cancel the renewal</MailButton>
      <HowToCancel sender={sender} />
    </MailLayout>
  )
}
