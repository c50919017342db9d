import { MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { REJECTED_KEPT_DAYS } from '../rules.ts'

type Facts = { sender: Sender; first_name: string }

export const applicationReceivedMail = async (facts: Facts) => ({
  subject: `Your application to ${facts.sender.brand_name}`,
  ...(await renderMail(<ApplicationReceivedMail {...facts} />))
})

function ApplicationReceivedMail({ sender, first_name }: Facts) {
  const name = typedWords(first_name)
  return (
    <MailLayout
      sender={sender}
      preview="We have received your application."
      why={`You get this mail because someone applied to ${sender.brand_name} with this address. Was it not you? Write to ${sender.support_email} and we delete it.`}
    >
      <MailTitle>{name === undefined ? 'Application received' : `Thank you, ${name}`}</MailTitle>
      <MailText>We have received your application as a self-employed creative, and will look at it and answer by mail.</MailText>
      <MailText>
        Your resume and your government ID are stored encrypted; only our staff can open them, and each opening is recorded. If we decline
        your application, we delete it with its files after {REJECTED_KEPT_DAYS} days at the latest. To have it deleted sooner, write to{' '}
        {sender.support_email}.
      </MailText>
    </MailLayout>
  )
}
