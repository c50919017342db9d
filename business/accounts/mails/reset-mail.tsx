import { hello, MailAddress, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { addressWasEntered } from './why.ts'

/** Opening `link` shows a form and changes nothing. */
type Details = { sender: Sender; name: string; link: string; minutes: number }

export const resetMail = async (details: Details) => ({
  subject: `Set a new password at ${details.sender.brand_name}`,
  ...(await renderMail(<ResetMail {...details} />))
})

function ResetMail({ sender, name, link, minutes }: Details) {
  return (
    <MailLayout sender={sender} preview={`The link works once, for ${minutes} minutes.`} why={addressWasEntered(sender)}>
      <MailTitle>Set a new password</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Someone, probably you, asked to set a new password for your {sender.brand_name} account. Use this link:</MailText>
      <MailButton href={link}>Set a new password</MailButton>
      <MailText>
        The link works once, for {minutes} minutes. A newer link replaces it. Setting a new password signs out every device.
      </MailText>
      <MailText>If you did not ask for this, ignore this email. Your password stays the same.</MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
