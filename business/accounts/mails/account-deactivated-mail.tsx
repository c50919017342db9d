import { hello, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { holdsAccount } from './why.ts'

type Details = { sender: Sender; name: string; support_email: string }

export const accountDeactivatedMail = async (details: Details) => ({
  subject: `Your ${details.sender.brand_name} account is deactivated`,
  ...(await renderMail(<AccountDeactivatedMail {...details} />))
})

function AccountDeactivatedMail({ sender, name, support_email }: Details) {
  return (
    <MailLayout sender={sender} preview="You cannot sign in for now. Nothing was deleted." why={holdsAccount(sender)}>
      <MailTitle>Your account is deactivated</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        An admin deactivated your {sender.brand_name} account. Every device was signed out, and you cannot sign in for now. Nothing in your
        account was deleted.
      </MailText>
      <MailText>
        To ask why, or to have it reactivated, write to <MailLink href={`mailto:${support_email}`}>{support_email}</MailLink>.
      </MailText>
    </MailLayout>
  )
}
