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

/** Opening `link` shows a form and changes nothing. */
type Details = { sender: Sender; name: string; link: string }

export const setPasswordMail = async (details: Details) => ({
  subject: `Set your password at ${details.sender.brand_name}`,
  ...(await renderMail(<SetPasswordMail {...details} />))
})

/** For an address that was registered from several browsers, so that no password can be trusted. */
function SetPasswordMail({ sender, name, link }: Details) {
  return (
    <MailLayout sender={sender} preview="Your account is ready. Please set a password." why={holdsAccount(sender)}>
      <MailTitle>Set your password</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Your email is confirmed and your {sender.brand_name} account is ready. Someone registered with your address from more than one
        browser, so to be safe we did not use any of those passwords. Please set your own:
      </MailText>
      <MailButton href={link}>Set your password</MailButton>
      <MailText>
        The link works once, for {RESET_MINUTES} minutes. After that,{' '}
        <MailLink href={`${sender.public_url}/forgot-password`}>request a new link</MailLink>.
      </MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
