import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { LICENSE_NAMES, type LicenseType } from '../rules.ts'

type Accepted = {
  sender: Sender
  license: { asset_title: string; license_type: LicenseType }
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
