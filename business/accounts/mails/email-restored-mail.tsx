import { hello, MailAddress, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { holdsAccount } from './why.ts'

type Details = { sender: Sender; name: string; link: string; minutes: number }

/** To the old address, after the change was undone. */
export const emailRestoredMail = async (details: Details) => ({
  subject: `Your ${details.sender.brand_name} account has this email again`,
  ...(await renderMail(<EmailRestoredMail {...details} />))
})

function EmailRestoredMail({ sender, name, link, minutes }: Details) {
  return (
    <MailLayout sender={sender} preview="Please set a new password now." why={holdsAccount(sender)}>
      <MailTitle>Your email is restored</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Your {sender.brand_name} account has this address again, and every device is signed out. Whoever changed the address may know your
        password, so please set a new one now:
      </MailText>
      <MailButton href={link}>Set a new password</MailButton>
      <MailText>
        We removed authenticator apps, passkeys and recovery codes that were added shortly before the change or after it, and will remove
        those that are added until you set the password. If one was yours, add it again on your profile.
      </MailText>
      <MailText>The link works once, for {minutes} minutes. After that, use “Forgot password?” on the sign-in page.</MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
