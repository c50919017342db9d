import { MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { paragraphsOf } from '../rules.ts'

type Details = { sender: Sender; subject: string; body: string; unsubscribe_url: string }

/** News to someone who agreed to it. Mail programs show their own button for `unsubscribe_url`. */
export const announcementMail = async (details: Details) => ({
  subject: details.subject,
  unsubscribe_url: details.unsubscribe_url,
  ...(await renderMail(<AnnouncementMail {...details} />))
})

function AnnouncementMail({ sender, subject, body, unsubscribe_url }: Details) {
  const paragraphs = paragraphsOf(body)
  return (
    <MailLayout
      sender={sender}
      preview={paragraphs[0] ?? subject}
      why={`You get this email because you agreed to news from ${sender.brand_name} when you downloaded a free asset.`}
    >
      <MailTitle>{subject}</MailTitle>
      {paragraphs.map((paragraph) => (
        <MailText key={paragraph}>{paragraph}</MailText>
      ))}
      <MailText>
        <MailLink href={unsubscribe_url}>Unsubscribe</MailLink>
      </MailText>
    </MailLayout>
  )
}
