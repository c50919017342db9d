import { hello, MailCode, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { CODE_MINUTES } from '../rules.ts'
import { addressWasEntered } from './why.ts'

type Details = { sender: Sender; name: string; code: string }

/** To the new address. */
export const emailCodeMail = async (details: Details) => ({
  subject: `${details.code} is your code for a new email at ${details.sender.brand_name}`,
  ...(await renderMail(<EmailCodeMail {...details} />))
})

function EmailCodeMail({ sender, name, code }: Details) {
  return (
    <MailLayout sender={sender} preview={`Your code is ${code}. It works for ${CODE_MINUTES} minutes.`} why={addressWasEntered(sender)}>
      <MailTitle>Confirm your new email</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Enter this code on your profile to sign in with this address from now on:</MailText>
      <MailCode>{code}</MailCode>
      <MailText>
        The code works once, for {CODE_MINUTES} minutes. A newer code replaces it. {sender.brand_name} will never ask you for it.
      </MailText>
      <MailText>If you did not ask for this, ignore this email. Nothing happens without the code.</MailText>
    </MailLayout>
  )
}
