import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import {
  hello,
  MailButton,
  MailDetails,
  MailLayout,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  showMoment,
  typedWords
} from '#platform/mails/index.ts'

type Details = { sender: Sender; name: string; at: Date; made: { name: string; prefix: string; expires_at: Date } }

export const apiKeyCreatedMail = async (details: Details) => ({
  subject: `An API key was made at ${details.sender.brand_name}`,
  ...(await renderMail(<ApiKeyCreatedMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })

function ApiKeyCreatedMail({ sender, name, at, made }: Details) {
  return (
    <MailLayout
      sender={sender}
      preview="If this was you, you do not need to do anything."
      why={`You get this email because you have an account at ${sender.brand_name}.`}
    >
      <MailTitle>An API key was made</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Programs that have this key can use your account, within what you allowed it to do.</MailText>
      <MailDetails
        details={[
          ['Name', typedWords(made.name) ?? 'A key'],
          ['Begins with', made.prefix],
          ['Made', showMoment(at)],
          ['Ends', day.format(made.expires_at)]
        ]}
      />
      <MailText>If this was you, you do not need to do anything. If not, delete the key and change your password.</MailText>
      <MailButton href={`${sender.public_url}/developers`}>See your API keys</MailButton>
    </MailLayout>
  )
}
