import { MailButton, MailFacts, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

type Facts = { sender: Sender; name: string; email: string; subject: string; message: string }

/** One line, whatever was typed. */
const line = (typed: string): string => typed.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

export const contactMail = async (facts: Facts) => ({
  subject: `Contact: ${line(facts.subject)}`,
  ...(await renderMail(<ContactMail {...facts} />))
})

/** To support alone: it carries what was typed as it is. */
function ContactMail({ sender, name, email, subject, message }: Facts) {
  return (
    <MailLayout
      sender={sender}
      preview={`${line(name)} wrote by the contact form.`}
      why={`This mail goes to whoever answers for ${sender.brand_name}. An answer to it goes to ${email}.`}
    >
      <MailTitle>{line(subject)}</MailTitle>
      <MailFacts
        facts={[
          ['From', line(name)],
          ['E-mail', email]
        ]}
      />
      {message.split(/(?:\r?\n){2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a mail never move.
        <MailText key={index}>
          {paragraph.split(/\r?\n/).map((words, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do its lines.
            <span key={place}>
              {place > 0 && <br />}
              {words}
            </span>
          ))}
        </MailText>
      ))}
      <MailButton href={`${sender.public_url}/admin/contact-messages`}>All messages</MailButton>
    </MailLayout>
  )
}
