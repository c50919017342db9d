import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail } from '#platform/mails/index.ts'
import { HowToCancel, type PlanDetails, planPage, showDay, showPrice, whyOf } from './pieces.tsx'

type Details = Omit<PlanDetails, 'interval'> & { receipt_number: string; period: { start: Date; end: Date }; renews: boolean }

export const planRenewedMail = async (details: Details) => ({
  subject: `Receipt ${details.receipt_number} for your ${details.plan_name} plan`,
  ...(await renderMail(<PlanRenewedMail {...details} />))
})

function PlanRenewedMail({ sender, plan_name, price_cents, receipt_number, period, renews }: Details) {
  return (
    <MailLayout sender={sender} preview={`${showPrice(price_cents)} paid through PayPal`} why={whyOf(sender)}>
      <MailTitle>Thank you for your payment</MailTitle>
      <MailText>Your {plan_name} plan is paid for another period, and your download count starts over.</MailText>
      <MailDetails
        details={[
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
