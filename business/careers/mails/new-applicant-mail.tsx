import { MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Details = { sender: Sender; name: string }

export const newApplicantMail = async (details: Details) => ({
  subject: 'New application',
  ...(await renderMail(<NewApplicantMail {...details} />))
})

/** Contains only the name. Everything else is on the applicants page, where file access is recorded. */
function NewApplicantMail({ sender, name }: Details) {
  return (
    <MailLayout
      sender={sender}
      preview="Someone applied as a self-employed creative."
      why={`You get this email because you run ${sender.brand_name}. Replies go to the applicant.`}
    >
      <MailTitle>New application</MailTitle>
      <MailText>{typedWords(name) ?? 'Someone'} applied as a self-employed creative.</MailText>
      <MailButton href={`${sender.public_url}/admin/applicants`}>Applicants</MailButton>
    </MailLayout>
  )
}
