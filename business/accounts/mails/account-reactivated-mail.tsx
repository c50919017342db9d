import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { holdsAccount } from './why.ts'

type Facts = { sender: Sender; name: string }

export const accountReactivatedMail = async (facts: Facts) => ({
  subject: `Your ${facts.sender.brand_name} account is open again`,
  ...(await renderMail(<AccountReactivatedMail {...facts} />))
})

function AccountReactivatedMail({ sender, name }: Facts) {
  return (
    <MailLayout sender={sender} preview="You can sign in as before." why={holdsAccount(sender)}>
      <MailTitle>Your account is open again</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Your {sender.brand_name} account is active again. Sign in with your email and password as before; everything is where you left it.
      </MailText>
      <MailButton href={`${sender.public_url}/login`}>Log in</MailButton>
    </MailLayout>
  )
}
