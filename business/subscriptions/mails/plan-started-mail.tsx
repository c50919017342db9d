import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { greeting, HowToCancel, type PlanFacts, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Facts = PlanFacts & {
  seats: number
  downloads_limit: number
  receipt_number: string
  renews_at: Date
  /** What was agreed to, word for word, and when. */
  consent: { text: string; at: Date }
}

/** The terms of the renewal in a form that can be kept. */
export const planStartedMail = async (facts: Facts) => ({
  subject: `Your ${facts.plan_name} plan at ${facts.sender.brand_name}: terms and receipt`,
  ...(await renderMail(<PlanStartedMail {...facts} />))
})

function PlanStartedMail({ sender, name, plan_name, price_cents, seats, downloads_limit, receipt_number, renews_at, consent }: Facts) {
  const price = showPrice(price_cents)
  return (
    <MailLayout sender={sender} preview={`${plan_name}, ${price} each month`} why={whyOf(sender)}>
      <MailTitle>{greeting('Welcome to your plan', name)}</MailTitle>
      <MailText>
        Your {plan_name} plan is active. It renews each month: {price} is charged through PayPal until you cancel the renewal.
      </MailText>
      <MailFacts
        facts={[
          ['Plan', plan_name],
          ['Price', `${price} each month`],
          ['Downloads', seats > 1 ? `${downloads_limit} a month, shared by ${seats} seats` : `${downloads_limit} a month`],
          ['Next charge', showDay(renews_at)],
          ['Receipt', receipt_number]
        ]}
      />
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <HowToCancel sender={sender} />
      <MailText>
        On {showDay(consent.at)} you agreed: “{consent.text}”
      </MailText>
      <MailText>Keep this mail: it holds the terms of your plan.</MailText>
    </MailLayout>
  )
}
