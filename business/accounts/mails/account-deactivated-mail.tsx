import { hello, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { holdsAccount } from './why.ts'

type Facts = { sender: Sender; name: string; support_email: string }

export const accountDeactivatedMail = async (facts: Facts) => ({
  subject: `Your ${facts.sender.brand_name} account is deactivated`,
  ...(await renderMail(<AccountDeactivatedMail {...facts} />))
})

function AccountDeactivatedMail({ sender, name, support_email }: Facts) {
  return (
    <MailLayout sender={sender} preview="You cannot sign in for now. What you have stays." why={holdsAccount(sender)}>
      <MailTitle>Your account is deactivated</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        An admin deactivated your {sender.brand_name} account. Every device was signed out, and you cannot sign in for now. What you have in
        your account stays there.
      </MailText>
      <MailText>
        To ask why, or to have it opened again, write to <MailLink href={`mailto:${support_email}`}>{support_email}</MailLink>.
      </MailText>
    </MailLayout>
  )
}
