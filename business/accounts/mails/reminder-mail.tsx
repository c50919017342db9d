import { hello, MailButton, MailFacts, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { addressWasEntered } from './why.ts'

type Facts = { sender: Sender; name: string; email: string }

export const reminderMail = async (facts: Facts) => ({
  subject: `How you sign in at ${facts.sender.brand_name}`,
  ...(await renderMail(<ReminderMail {...facts} />))
})

function ReminderMail({ sender, name, email }: Facts) {
  return (
    <MailLayout sender={sender} preview="You sign in with your email address." why={addressWasEntered(sender)}>
      <MailTitle>How you sign in</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>You asked what to sign in with at {sender.brand_name}. It is your email address:</MailText>
      <MailFacts facts={[['Email', email]]} />
      <MailButton href={`${sender.public_url}/login`}>Log in</MailButton>
      <MailText>
        Forgotten your password too? <MailLink href={`${sender.public_url}/forgot-password`}>Set a new one</MailLink>.
      </MailText>
      <MailText>If you did not ask for this, there is nothing to do.</MailText>
    </MailLayout>
  )
}
