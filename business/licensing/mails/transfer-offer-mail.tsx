import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import {
  MailButton,
  MailDetails,
  MailLayout,
  MailLink,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  typedWords
} from '#platform/mails/index.ts'
import { LICENSE_NAMES, type LicenseType } from '../rules.ts'

type Offer = {
  sender: Sender
  license: { asset_title: string; license_type: LicenseType }
  /** The name of the person who offers it. */
  from: string
  token: string
  ends_at: Date
}

export const transferOfferMail = async (details: Offer) => ({
  subject: `A license for ${details.license.asset_title} is waiting for you`,
  ...(await renderMail(<OfferMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })

function OfferMail({ sender, license, from, token, ends_at }: Offer) {
  const who = typedWords(from) ?? `A client of ${sender.brand_name}`
  const address = `/licenses/transfers/${token}`
  return (
    <MailLayout
      sender={sender}
      preview="Accept it with an account of this address."
      why={`You get this email because a client of ${sender.brand_name} offered a license to this address.`}
    >
      <MailTitle>A license is waiting for you</MailTitle>
      <MailText>
        {who} wants to transfer the {LICENSE_NAMES[license.license_type]} license for <strong>{license.asset_title}</strong> to you. It
        costs you nothing. Once you accept, you may use the files and they may not.
      </MailText>
      <MailDetails details={[['Open until', day.format(ends_at)]]} />
      <MailButton href={`${sender.public_url}${address}`}>See the license</MailButton>
      <MailText>
        Sign in with this address to accept, or{' '}
        <MailLink href={`${sender.public_url}/register?next=${encodeURIComponent(address)}`}>create an account</MailLink> with it. If you do
        not know the sender, you can ignore this email.
      </MailText>
    </MailLayout>
  )
}
