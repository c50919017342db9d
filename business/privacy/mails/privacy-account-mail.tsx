import { MailAddress, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import type { RequestKind } from '../rules.ts'
import { wasEntered } from './why.ts'

type Details = { sender: Sender; kind: RequestKind }

const DOES = { export: 'get a copy of your data', delete: 'delete your account and its data' } as const

/** To an address whose account its owner can sign in to: a mailbox alone must not open or delete an account. */
export const privacyAccountMail = async (details: Details) => ({
  subject: `Your data at ${details.sender.brand_name}`,
  ...(await renderMail(<PrivacyAccountMail {...details} />))
})

function PrivacyAccountMail({ sender, kind }: Details) {
  const link = `${sender.public_url}/user/data`
  return (
    <MailLayout sender={sender} preview="Please sign in." why={wasEntered(sender)}>
      <MailTitle>Your data</MailTitle>
      <MailText>
        Someone, probably you, asked {sender.brand_name} about the data stored for this address. It has an account, so please sign in: on
        your profile you can {DOES[kind]}.
      </MailText>
      <MailButton href={link}>Go to your profile</MailButton>
      <MailText>If you did not ask for this, ignore this email. Nothing happens.</MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
