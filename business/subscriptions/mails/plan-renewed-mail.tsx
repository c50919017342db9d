import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { HowToCancel, type PlanFacts, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Facts = PlanFacts & { receipt_number: string; period: { start: Date; end: Date }; renews: boolean }

export const planRenewedMail = async (facts: Facts) => ({
  subject: `Receipt ${facts.receipt_number} for your ${facts.plan_name} plan`,
  ...(await renderMail(<PlanRenewedMail {...facts} />))
})

function PlanRenewedMail({ sender, plan_name, price_cents, receipt_number, period, renews }: Facts) {
  return (
    <MailLayout sender={sender} preview={`${showPrice(price_cents)} paid through PayPal`} why={whyOf(sender)}>
      <MailTitle>Thank you for your payment</MailTitle>
      <MailText>Your {plan_name} plan is paid for another period, and its downloads are counted anew.</MailText>
      <MailFacts
        facts={[
          ['Receipt', receipt_number],
          ['Paid through PayPal', showPrice(price_cents)],
          ['Period', `${showDay(period.start)} to ${showDay(period.end)}`],
          ...(renews ? [['Next charge', showDay(period.end)] as const] : [])
        ]}
      />
      <MailButton href={planPage(sender)}>Receipts and plan</MailButton>
      {renews && <HowToCancel sender={sender} />}
    </MailLayout>
  )
}
