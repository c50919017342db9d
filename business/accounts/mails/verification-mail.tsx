import { MailLayout, MailPanel, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { CODE_MINUTES } from '../rules.ts'

type Facts = { sender: Sender; name: string; code: string }

export const verificationMail = async (facts: Facts) => ({
  subject: `${facts.code} is your ${facts.sender.brand_name} code`,
  ...(await renderMail(<VerificationMail {...facts} />))
})

function VerificationMail({ sender, name, code }: Facts) {
  return (
    <MailLayout sender={sender} preview={`Your code is ${code}. It works for ${CODE_MINUTES} minutes.`}>
      <MailTitle>Confirm your email</MailTitle>
      <MailText>Hello {name}, enter this code to open your account:</MailText>
      <MailPanel>{code}</MailPanel>
      <MailText>
        The code works once, for {CODE_MINUTES} minutes. A newer code replaces it. Nobody from {sender.brand_name} will ever ask you for it.
      </MailText>
      <MailText quiet>If you did not register at {sender.brand_name}, ignore this email: without the code nothing happens.</MailText>
    </MailLayout>
  )
}
