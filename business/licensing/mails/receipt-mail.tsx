import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import type { LicenseType } from '../rules.ts'

type Facts = {
  sender: Sender
  name: string
  asset_title: string
  license: { license_type: LicenseType; price_cents: number; certificate_number: string; payment_id: string | null; created_at: Date }
}

export const receiptMail = async (facts: Facts) => ({
  subject: `Your license for ${facts.asset_title}`,
  ...(await renderMail(<ReceiptMail {...facts} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function ReceiptMail({ sender, name, asset_title, license }: Facts) {
  const { license_type, price_cents, certificate_number, payment_id, created_at } = license
  return (
    <MailLayout
      sender={sender}
      preview={`License ${certificate_number}`}
      why={`You get this mail because you licensed an asset at ${sender.brand_name}.`}
    >
      <MailTitle>{thanks(name)}</MailTitle>
      <MailText>
        You now hold a {license_type} license for <strong>{asset_title}</strong>. It stays in your account: download it again whenever you
        need it.
      </MailText>
      <MailFacts
        facts={[
          ['License number', certificate_number],
          ['Date', day.format(created_at)],
          ['Paid', dollars.format(price_cents / 100)],
          ...(payment_id ? [['Payment', payment_id] as const] : [])
        ]}
      />
      <MailButton href={`${sender.public_url}/client/licenses`}>My Licenses</MailButton>
      <MailText>Keep this mail as your receipt.</MailText>
    </MailLayout>
  )
}

function thanks(name: string): string {
  const words = typedWords(name)
  return words === undefined ? 'Thank you' : `Thank you, ${words}`
}
