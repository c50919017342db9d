import {
  hello,
  MailDetails,
  MailLayout,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  showMoment,
  typedWords
} from '#platform/mails/index.ts'
import { NotYou } from './not-you.tsx'
import { holdsAccount } from './why.ts'

/** `device` is what the browser reports. */
type Details = { sender: Sender; name: string; at: Date; device: string; ip: string }

export const newSignInMail = async (details: Details) => ({
  subject: `New sign-in to your ${details.sender.brand_name} account`,
  ...(await renderMail(<NewSignInMail {...details} />))
})

function NewSignInMail({ sender, name, at, device, ip }: Details) {
  return (
    <MailLayout sender={sender} preview="If this was you, you do not need to do anything." why={holdsAccount(sender)}>
      <MailTitle>New sign-in to your account</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Someone, probably you, signed in to your {sender.brand_name} account with a new browser.</MailText>
      <MailDetails
        details={[
          ['When', showMoment(at)],
          ['Device', typedWords(device) ?? 'Unknown device'],
          ['IP address', ip]
        ]}
      />
      <MailText>If this was you, you do not need to do anything.</MailText>
      <NotYou sender={sender} />
    </MailLayout>
  )
}
