import { MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { REJECTED_RETENTION_DAYS } from '../rules.ts'

type Details = { sender: Sender; first_name: string }

export const applicationReceivedMail = async (details: Details) => ({
  subject: `Your application to ${details.sender.brand_name}`,
  ...(await renderMail(<ApplicationReceivedMail {...details} />))
})

function ApplicationReceivedMail({ sender, first_name }: Details) {
  const name = typedWords(first_name)
  return (
    <MailLayout
      sender={sender}
      preview="We have received your application."
      why={`You get this email because someone applied to ${sender.brand_name} with this address. If it was not you, write to ${sender.support_email} and we will delete the application.`}
    >
      <MailTitle>{name === undefined ? 'Application received' : `Thank you, ${name}`}</MailTitle>
      <MailText>We have received your application as a self-employed creative. We will review it and reply by email.</MailText>
      <MailText>
        Your resume and your government ID are stored encrypted; only our staff can open them, and each opening is recorded. If we decline
        your application, we delete it and its files within {REJECTED_RETENTION_DAYS} days. To have it deleted sooner, write to{' '}
        {sender.support_email}.
      </MailText>
    </MailLayout>
  )
}
