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

type Given = { sender: Sender; license: { asset_title: string; license_type: LicenseType } }
type Offer = Given & {
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

type Accepted = Given & {
  to: 'sender' | 'recipient'
  /** The other person's name. */
  other: string
  /** Of the recipient's license. */
  certificate_number: string
}

export const transferAcceptedMail = async (details: Accepted) => ({
  subject:
    details.to === 'sender'
      ? `Your license for ${details.license.asset_title} was transferred`
      : `The license for ${details.license.asset_title} is yours`,
  ...(await renderMail(<AcceptedMail {...details} />))
})

function AcceptedMail({ sender, license, to, other, certificate_number }: Accepted) {
  const type = LICENSE_NAMES[license.license_type]
  const toSender = to === 'sender'
  const who = typedWords(other)
  return (
    <MailLayout
      sender={sender}
      preview={`New license number: ${certificate_number}`}
      why={`You get this email because you ${toSender ? 'transferred' : 'accepted'} a license at ${sender.brand_name}.`}
    >
      <MailTitle>{toSender ? 'Your license was transferred' : 'The license is yours'}</MailTitle>
      <MailText>
        {toSender ? (
          <>
            {who ?? 'The recipient'} accepted the {type} license for <strong>{license.asset_title}</strong>. Your own license has ended:
            please delete your copies of the files.
          </>
        ) : (
          <>
            {who ?? 'The sender'} transferred the {type} license for <strong>{license.asset_title}</strong> to you. You can download the
            files in every format, with a certificate in your name.
          </>
        )}
      </MailText>
      <MailDetails details={[['New license number', certificate_number]]} />
      <MailButton href={`${sender.public_url}${toSender ? `/verify/${certificate_number}` : '/client/licenses'}`}>
        {toSender ? 'See the certificate' : 'Go to My Licenses'}
      </MailButton>
    </MailLayout>
  )
}
