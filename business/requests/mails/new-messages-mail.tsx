import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { AWAY_MINUTES } from '../rules.ts'

type Facts = {
  sender: Sender
  name: string
  /** Of the request. */
  title: string
  unread: number
  /** Of the conversation, below the site's address. */
  path: string
}

export const newMessagesMail = async (facts: Facts) => ({
  subject: `${newMessages(facts)} at ${facts.sender.brand_name}`,
  ...(await renderMail(<NewMessagesMail {...facts} />))
})

const newMessages = ({ unread }: Facts): string => (unread === 1 ? 'A new message' : `${unread} new messages`)

/** What was written stays in the product: a mail is read by more people than a conversation. */
function NewMessagesMail(facts: Facts) {
  const { sender, name, path } = facts
  const title = typedWords(facts.title)
  return (
    <MailLayout
      sender={sender}
      preview="Somebody wrote to you about a custom request."
      why={`You get this mail because you take part in a custom request at ${sender.brand_name} and have not read it for ${AWAY_MINUTES} minutes. Until you do, there is no further mail about it.`}
    >
      <MailTitle>{newMessages(facts)}</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        {title === undefined ? (
          'Somebody wrote to you about a custom request.'
        ) : (
          <>
            Somebody wrote to you about the custom request <strong>{title}</strong>.
          </>
        )}
      </MailText>
      <MailButton href={`${sender.public_url}${path}`}>Read and answer</MailButton>
    </MailLayout>
  )
}
