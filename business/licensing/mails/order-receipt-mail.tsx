import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Line = { asset_title: string; license_type: string; price_cents: number }
type Details = {
  sender: Sender
  name: string
  order: {
    id: string
    payment_id: string | null
    subtotal_cents: number
    discount_cents: number
    tax_cents: number
    total_cents: number
    coupon_code: string | null
    created_at: Date
  }
  lines: readonly Line[]
}

export const orderReceiptMail = async (details: Details) => ({
  subject: `Your ${details.lines.length} licenses`,
  ...(await renderMail(<OrderReceiptMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (cents: number): string => dollars.format(cents / 100)

function OrderReceiptMail({ sender, name, order, lines }: Details) {
  const words = typedWords(name)
  return (
    <MailLayout
      sender={sender}
      preview={`${lines.length} licenses for ${money(order.total_cents)}`}
      why={`You get this email because you licensed assets at ${sender.brand_name}.`}
    >
      <MailTitle>{words === undefined ? 'Thank you' : `Thank you, ${words}`}</MailTitle>
      <MailText>
        You now have {lines.length} licenses. They stay in your account, with a certificate for each, and you can download the files again
        at any time.
      </MailText>
      <MailDetails details={lines.map((line) => [lineName(line), money(line.price_cents)] as const)} />
      <MailDetails details={totalsOf(order)} />
      <MailButton href={`${sender.public_url}/orders/${order.id}`}>Your order</MailButton>
      <MailText>Keep this email as your receipt.</MailText>
    </MailLayout>
  )
}

const lineName = ({ asset_title, license_type }: Line): string => `${asset_title}, ${license_type} license`

function totalsOf({ subtotal_cents, discount_cents, tax_cents, total_cents, coupon_code, payment_id, created_at }: Details['order']) {
  return [
    ...(discount_cents > 0 || tax_cents > 0 ? [['Subtotal', money(subtotal_cents)] as const] : []),
    ...(discount_cents > 0 ? [[`Discount${coupon_code ? ` (${coupon_code})` : ''}`, `−${money(discount_cents)}`] as const] : []),
    ...(tax_cents > 0 ? [['Tax', money(tax_cents)] as const] : []),
    ['Total', money(total_cents)] as const,
    ['Date', day.format(created_at)] as const,
    ...(payment_id ? [['Payment', payment_id] as const] : [])
  ]
}
