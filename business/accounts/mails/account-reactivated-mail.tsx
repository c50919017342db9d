import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { holdsAccount } from './why.ts'

type Details = { sender: Sender; name: string }

export const accountReactivatedMail = async (details: Details) => ({
  subject: `Your ${details.sender.brand_name} account is active again`,
  ...(await renderMail(<AccountReactivatedMail {...details} />))
})

function AccountReactivatedMail({ sender, name }: Details) {
  return (
    <MailLayout sender={sender} preview="You can sign in again." why={holdsAccount(sender)}>
      <MailTitle>Your account is active again</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Your {sender.brand_name} account is active again. Sign in with your email and password. Nothing was deleted.</MailText>
      <MailButton href={`${sender.public_url}/login`}>Log in</MailButton>
    </MailLayout>
  )
}
