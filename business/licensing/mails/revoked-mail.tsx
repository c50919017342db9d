import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Details = {
  sender: Sender
  name: string
  license: { asset_title: string; certificate_number: string }
  reason: string
  revoked_at: Date
}

export const revokedMail = async (details: Details) => ({
  subject: `Your license for ${details.license.asset_title} was revoked`,
  ...(await renderMail(<RevokedMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })

function RevokedMail({ sender, name, license: { asset_title, certificate_number }, reason, revoked_at }: Details) {
  const words = typedWords(name)
  return (
    <MailLayout
      sender={sender}
      preview={`License ${certificate_number} was revoked`}
      why={`You get this email because you held a license at ${sender.brand_name}.`}
    >
      <MailTitle>{words === undefined ? 'Your license was revoked' : `Your license was revoked, ${words}`}</MailTitle>
      <MailText>
        We have revoked your license for <strong>{asset_title}</strong>. Its download links no longer work, and you may no longer use the
        files.
      </MailText>
      <MailDetails
        details={[
          ['License number', certificate_number],
          ['Revoked', day.format(revoked_at)],
          ['Reason', reason]
        ]}
      />
      <MailButton href={`${sender.public_url}/verify/${certificate_number}`}>See the certificate</MailButton>
      <MailText>Questions about this? Write to {sender.support_email}.</MailText>
    </MailLayout>
  )
}
