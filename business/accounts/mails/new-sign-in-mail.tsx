import {
  hello,
  MailFacts,
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

/** `device` is what the browser says of itself. */
type Facts = { sender: Sender; name: string; at: Date; device: string; ip: string }

export const newSignInMail = async (facts: Facts) => ({
  subject: `New sign-in to your ${facts.sender.brand_name} account`,
  ...(await renderMail(<NewSignInMail {...facts} />))
})

function NewSignInMail({ sender, name, at, device, ip }: Facts) {
  return (
    <MailLayout sender={sender} preview="If this was you, there is nothing to do." why={holdsAccount(sender)}>
      <MailTitle>New sign-in to your account</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Someone, probably you, signed in to your {sender.brand_name} account with a browser that we have not seen before.</MailText>
      <MailFacts
        facts={[
          ['When', showMoment(at)],
          ['Device', typedWords(device) ?? 'Unknown device'],
          ['IP address', ip]
        ]}
      />
      <MailText>If this was you, there is nothing to do.</MailText>
      <NotYou sender={sender} />
    </MailLayout>
  )
}
