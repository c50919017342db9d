import {
  hello,
  MailAddress,
  MailButton,
  MailLayout,
  MailLink,
  MailText,
  MailTitle,
  renderMail,
  type Sender
} from '#platform/mails/index.ts'
import { RESET_MINUTES } from '../rules.ts'
import { holdsAccount } from './why.ts'

/** `link` leads to a form; opening it changes nothing. */
type Facts = { sender: Sender; name: string; link: string }

export const setPasswordMail = async (facts: Facts) => ({
  subject: `Set your password at ${facts.sender.brand_name}`,
  ...(await renderMail(<SetPasswordMail {...facts} />))
})

/** To the owner of an address with which several browsers had registered: whose password was whose, nobody can tell. */
function SetPasswordMail({ sender, name, link }: Facts) {
  return (
    <MailLayout sender={sender} preview="Your account is open. It needs a password of yours." why={holdsAccount(sender)}>
      <MailTitle>Set your password</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Your email is confirmed and your {sender.brand_name} account is open. Someone had registered with your address from more than one
        browser, so to be safe we kept none of the passwords typed there. Set the one that you want:
      </MailText>
      <MailButton href={link}>Set your password</MailButton>
      <MailText>
        The link works once, for {RESET_MINUTES} minutes. After that,{' '}
        <MailLink href={`${sender.public_url}/forgot-password`}>ask for a new one</MailLink>.
      </MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
