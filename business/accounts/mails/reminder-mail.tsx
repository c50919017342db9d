import {
  hello,
  MailButton,
  MailDetails,
  MailLayout,
  MailLink,
  MailText,
  MailTitle,
  renderMail,
  type Sender
} from '#platform/mails/index.ts'
import { addressWasEntered } from './why.ts'

type Details = { sender: Sender; name: string; email: string }

export const reminderMail = async (details: Details) => ({
  subject: `How to sign in to ${details.sender.brand_name}`,
  ...(await renderMail(<ReminderMail {...details} />))
})

function ReminderMail({ sender, name, email }: Details) {
  return (
    <MailLayout sender={sender} preview="You sign in with your email address." why={addressWasEntered(sender)}>
      <MailTitle>How to sign in</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>You asked for your username at {sender.brand_name}. You sign in with your email address:</MailText>
      <MailDetails details={[['Email', email]]} />
      <MailButton href={`${sender.public_url}/login`}>Log in</MailButton>
      <MailText>
        Forgot your password too? <MailLink href={`${sender.public_url}/forgot-password`}>Set a new one</MailLink>.
      </MailText>
      <MailText>If you did not ask for this, you do not need to do anything.</MailText>
    </MailLayout>
  )
}
