import { hello, MailAddress, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { addressWasEntered } from './why.ts'

/** `link` leads to a form; opening it changes nothing. */
type Facts = { sender: Sender; name: string; link: string; minutes: number }

export const resetMail = async (facts: Facts) => ({
  subject: `Set a new password at ${facts.sender.brand_name}`,
  ...(await renderMail(<ResetMail {...facts} />))
})

function ResetMail({ sender, name, link, minutes }: Facts) {
  return (
    <MailLayout sender={sender} preview={`The link works once, for ${minutes} minutes.`} why={addressWasEntered(sender)}>
      <MailTitle>Set a new password</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Someone, probably you, asked to set a new password for your {sender.brand_name} account. Choose it here:</MailText>
      <MailButton href={link}>Set a new password</MailButton>
      <MailText>The link works once, for {minutes} minutes; a newer one replaces it. A new password signs out every device.</MailText>
      <MailText>If you did not ask for it, ignore this email: your password stays as it is.</MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
