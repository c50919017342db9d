import { hello, MailCode, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { CODE_MINUTES } from '../rules.ts'
import { addressWasEntered } from './why.ts'

type Facts = { sender: Sender; name: string; code: string }

export const verificationMail = async (facts: Facts) => ({
  subject: `${facts.code} is your ${facts.sender.brand_name} code`,
  ...(await renderMail(<VerificationMail {...facts} />))
})

function VerificationMail({ sender, name, code }: Facts) {
  return (
    <MailLayout sender={sender} preview={`Your code is ${code}. It works for ${CODE_MINUTES} minutes.`} why={addressWasEntered(sender)}>
      <MailTitle>Confirm your email</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Enter this code to open your account:</MailText>
      <MailCode>{code}</MailCode>
      <MailText>
        The code works once, for {CODE_MINUTES} minutes. A newer code replaces it. Nobody from {sender.brand_name} will ever ask you for it.
      </MailText>
      <MailText>If you did not register at {sender.brand_name}, ignore this email: without the code nothing happens.</MailText>
    </MailLayout>
  )
}
