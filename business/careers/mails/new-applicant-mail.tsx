import { MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Facts = { sender: Sender; name: string }

export const newApplicantMail = async (facts: Facts) => ({
  subject: 'A new application',
  ...(await renderMail(<NewApplicantMail {...facts} />))
})

/** It carries a name and no more: the rest is read where each opening is recorded. */
function NewApplicantMail({ sender, name }: Facts) {
  return (
    <MailLayout
      sender={sender}
      preview="Someone applied as a self-employed creative."
      why={`This mail goes to whoever answers for ${sender.brand_name}. An answer to it goes to the applicant.`}
    >
      <MailTitle>A new application</MailTitle>
      <MailText>{typedWords(name) ?? 'Someone'} applied as a self-employed creative.</MailText>
      <MailButton href={`${sender.public_url}/admin/applicants`}>Applicants</MailButton>
    </MailLayout>
  )
}
