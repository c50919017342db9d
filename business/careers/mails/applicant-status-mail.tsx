import { hello, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

type Details = { sender: Sender; first_name: string; subject: string; body: string }

/** An admin's message to an applicant whose status changed. Blank lines in `body` separate paragraphs. */
export const applicantStatusMail = async (details: Details) => ({
  subject: details.subject,
  ...(await renderMail(<ApplicantStatusMail {...details} />))
})

function ApplicantStatusMail({ sender, first_name, subject, body }: Details) {
  const paragraphs = body.split(/\n\s*\n/).filter((text) => text.trim() !== '')
  return (
    <MailLayout
      sender={sender}
      preview={subject}
      why={`You get this email because you applied to ${sender.brand_name}. If you have a question, write to ${sender.support_email}.`}
    >
      <MailTitle>{subject}</MailTitle>
      <MailText>{hello(first_name)}</MailText>
      {paragraphs.map((text) => (
        <MailText key={text}>{text}</MailText>
      ))}
    </MailLayout>
  )
}
