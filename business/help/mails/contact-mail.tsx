import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

type Details = { sender: Sender; name: string; email: string; subject: string; message: string }

/** Collapses text to a single line. */
const line = (typed: string): string => typed.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

export const contactMail = async (details: Details) => ({
  subject: `Contact: ${line(details.subject)}`,
  ...(await renderMail(<ContactMail {...details} />))
})

/** Sent to support only, because it contains the message as typed. */
function ContactMail({ sender, name, email, subject, message }: Details) {
  return (
    <MailLayout
      sender={sender}
      preview={`${line(name)} sent a message through the contact form.`}
      why={`You get this email because you handle support for ${sender.brand_name}. Your reply goes to ${email}.`}
    >
      <MailTitle>{line(subject)}</MailTitle>
      <MailDetails
        details={[
          ['From', line(name)],
          ['Email', email]
        ]}
      />
      {message.split(/(?:\r?\n){2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a mail do not change.
        <MailText key={index}>
          {paragraph.split(/\r?\n/).map((text, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail do not change.
            <span key={place}>
              {place > 0 && <br />}
              {text}
            </span>
          ))}
        </MailText>
      ))}
      <MailButton href={`${sender.public_url}/admin/contact-messages`}>All messages</MailButton>
    </MailLayout>
  )
}
