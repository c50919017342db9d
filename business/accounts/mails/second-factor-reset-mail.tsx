import { hello, MailButton, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { holdsAccount } from './why.ts'

type Details = { sender: Sender; name: string }

export const secondFactorResetMail = async (details: Details) => ({
  subject: `Your second factor at ${details.sender.brand_name} was reset`,
  ...(await renderMail(<SecondFactorResetMail {...details} />))
})

function SecondFactorResetMail({ sender, name }: Details) {
  const { brand_name, public_url, support_email } = sender
  return (
    <MailLayout sender={sender} preview="You can sign in with your password again." why={holdsAccount(sender)}>
      <MailTitle>Your second factor was reset</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        The authenticator app, the passkeys and the recovery codes of your {brand_name} account were removed by us, and every device was
        signed out. Sign in with your password, and set up a second factor again.
      </MailText>
      <MailButton href={`${public_url}/login`}>Log in</MailButton>
      <MailText>
        If you did not ask for this, write to <MailLink href={`mailto:${support_email}`}>{support_email}</MailLink> immediately.
      </MailText>
    </MailLayout>
  )
}
