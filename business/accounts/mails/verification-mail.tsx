import { hello, MailCode, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { CODE_MINUTES } from '../rules.ts'
import { addressWasEntered } from './why.ts'

type Details = { sender: Sender; name: string; code: string }

export const verificationMail = async (details: Details) => ({
  subject: `${details.code} is your ${details.sender.brand_name} code`,
  ...(await renderMail(<VerificationMail {...details} />))
})

function VerificationMail({ sender, name, code }: Details) {
  return (
    <MailLayout sender={sender} preview={`Your code is ${code}. It works for ${CODE_MINUTES} minutes.`} why={addressWasEntered(sender)}>
      <MailTitle>Confirm your email</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Enter this code to activate your account:</MailText>
      <MailCode>{code}</MailCode>
      <MailText>
        The code works once, for {CODE_MINUTES} minutes. A newer code replaces it. {sender.brand_name} will never ask you for it.
      </MailText>
      <MailText>If you did not register at {sender.brand_name}, ignore this email. Nothing happens without the code.</MailText>
    </MailLayout>
  )
}
