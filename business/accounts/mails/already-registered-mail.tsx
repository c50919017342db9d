import { hello, MailButton, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { addressWasEntered } from './why.ts'

type Facts = { sender: Sender; name: string }

export const alreadyRegisteredMail = async (facts: Facts) => ({
  subject: `You already have an account at ${facts.sender.brand_name}`,
  ...(await renderMail(<AlreadyRegisteredMail {...facts} />))
})

function AlreadyRegisteredMail({ sender, name }: Facts) {
  return (
    <MailLayout sender={sender} preview="Someone, probably you, tried to register with this address." why={addressWasEntered(sender)}>
      <MailTitle>You already have an account</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Someone, probably you, just tried to register at {sender.brand_name} with this address. Your account is there already and nothing
        about it was changed.
      </MailText>
      <MailButton href={`${sender.public_url}/login`}>Log in</MailButton>
      <MailText>
        Forgotten your password? <MailLink href={`${sender.public_url}/forgot-password`}>Set a new one</MailLink>. If it was not you, there
        is nothing to do.
      </MailText>
    </MailLayout>
  )
}
