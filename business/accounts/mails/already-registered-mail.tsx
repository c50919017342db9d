import { hello, MailButton, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { addressWasEntered } from './why.ts'

type Details = { sender: Sender; name: string }

export const alreadyRegisteredMail = async (details: Details) => ({
  subject: `You already have an account at ${details.sender.brand_name}`,
  ...(await renderMail(<AlreadyRegisteredMail {...details} />))
})

function AlreadyRegisteredMail({ sender, name }: Details) {
  return (
    <MailLayout sender={sender} preview="Someone, probably you, tried to register with this address." why={addressWasEntered(sender)}>
      <MailTitle>You already have an account</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Someone, probably you, just tried to register at {sender.brand_name} with this address. You already have an account, and it was not
        changed.
      </MailText>
      <MailButton href={`${sender.public_url}/login`}>Log in</MailButton>
      <MailText>
        Forgot your password? <MailLink href={`${sender.public_url}/forgot-password`}>Set a new one</MailLink>. If this was not you, you do
        not need to do anything.
      </MailText>
    </MailLayout>
  )
}
