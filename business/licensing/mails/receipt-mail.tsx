import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import type { LicenseType } from '../rules.ts'
import { AssetPicture, type MailedAsset } from './asset-picture.tsx'

type Details = {
  sender: Sender
  name: string
  asset: MailedAsset
  license: { license_type: LicenseType; price_cents: number; certificate_number: string; payment_id: string | null; created_at: Date }
}

export const receiptMail = async (details: Details) => ({
  subject: `Your license for ${details.asset.title}`,
  ...(await renderMail(<ReceiptMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function ReceiptMail({ sender, name, asset, license }: Details) {
  const { license_type, price_cents, certificate_number, payment_id, created_at } = license
  return (
    <MailLayout
      sender={sender}
      preview={`License ${certificate_number}`}
      why={`You get this email because you licensed an asset at ${sender.brand_name}.`}
    >
      <MailTitle>{thanks(name)}</MailTitle>
      <AssetPicture sender={sender} asset={asset} />
      <MailText>
        You now have {withArticle(license_type)} license for <strong>{asset.title}</strong>. It stays in your account, and you can download
        it again at any time.
      </MailText>
      <MailDetails
        details={[
          ['License number', certificate_number],
          ['Date', day.format(created_at)],
          ['Paid', dollars.format(price_cents / 100)],
          ...(payment_id ? [['Payment', payment_id] as const] : [])
        ]}
      />
      <MailButton href={`${sender.public_url}/client/licenses`}>My Licenses</MailButton>
      <MailText>Keep this email as your receipt.</MailText>
    </MailLayout>
  )
}

const withArticle = (type: LicenseType): string => `${type === 'extended' ? 'an' : 'a'} ${type}`

function thanks(name: string): string {
  const words = typedWords(name)
  return words === undefined ? 'Thank you' : `Thank you, ${words}`
}
