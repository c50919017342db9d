import type { Cents } from '#platform/contract/money.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { greeting, HowToCancel, type PlanDetails, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Details = PlanDetails & {
  seats: number
  downloads_limit: number
  receipt_number: string
  /** The first payment, and the credit for the plan before. */
  paid_cents: Cents
  credit_cents: Cents
  /** The next payment, with tax: less than the price with a coupon for more than one payment. */
  next_cents: Cents
  renews_at: Date
  /** The text the client agreed to, word for word, and when. */
  consent: { text: string; at: Date }
}

/** Gives the client the renewal terms in a form they can keep, as California law requires. */
export const planStartedMail = async (details: Details) => ({
  subject: `Your ${details.plan_name} plan at ${details.sender.brand_name}: terms and receipt`,
  ...(await renderMail(<PlanStartedMail {...details} />))
})

function PlanStartedMail(details: Details) {
  const { sender, name, plan_name, price_cents, interval, seats, downloads_limit, receipt_number, renews_at, consent } = details
  const { paid_cents, credit_cents, next_cents } = details
  const price = showPrice(price_cents)
  return (
    <MailLayout sender={sender} preview={`${plan_name}, ${price} each ${interval}`} why={whyOf(sender)}>
      <MailTitle>{greeting('Welcome to your plan', name)}</MailTitle>
      <MailText>
        Your {plan_name} plan is active. It renews each {interval}, and PayPal charges you{' '}
        {next_cents < price_cents ? `${showPrice(next_cents)} next, and ${price} once your discount ends,` : price} until you cancel the
        renewal.
      </MailText>
      <MailDetails
        details={[
          ['Plan', plan_name],
          ['Price', `${price} each ${interval}`],
          ['Downloads', seats > 1 ? `${downloads_limit} a month, shared by ${seats} seats` : `${downloads_limit} a month`],
          ...(credit_cents > 0 ? [['Credit for your previous plan', showPrice(credit_cents)] as const] : []),
          ...(paid_cents === price_cents ? [] : [['Paid through PayPal', showPrice(paid_cents)] as const]),
          ['Next charge', `${showPrice(next_cents)} on ${showDay(renews_at)}`],
          ['Receipt', receipt_number]
        ]}
      />
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
      <HowToCancel sender={sender} />
      <MailText>
        On {showDay(consent.at)} you agreed: “{consent.text}”
      </MailText>
      <MailText>Please keep this email for your records. It contains the terms of your plan.</MailText>
    </MailLayout>
  )
}
