import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { AWAY_MINUTES } from '../rules.ts'

type Details = {
  sender: Sender
  name: string
  /** The request's title. */
  title: string
  unread: number
  /** The path of the conversation's page. */
  path: string
}

export const newMessagesMail = async (details: Details) => ({
  subject: `${newMessages(details)} at ${details.sender.brand_name}`,
  ...(await renderMail(<NewMessagesMail {...details} />))
})

const newMessages = ({ unread }: Details): string => (unread === 1 ? 'A new message' : `${unread} new messages`)

/** The mail does not contain the messages, because more people may read a mailbox than the conversation. */
function NewMessagesMail(details: Details) {
  const { sender, name, path } = details
  const title = typedWords(details.title)
  return (
    <MailLayout
      sender={sender}
      preview="You have a new message about a custom request."
      why={`You get this email because you take part in a custom request at ${sender.brand_name} and have not read its new messages for ${AWAY_MINUTES} minutes. We will not email you about it again until you read them.`}
    >
      <MailTitle>{newMessages(details)}</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        {title === undefined ? (
          'You have a new message about a custom request.'
        ) : (
          <>
            You have a new message about the custom request <strong>{title}</strong>.
          </>
        )}
      </MailText>
      <MailButton href={`${sender.public_url}${path}`}>Read and reply</MailButton>
    </MailLayout>
  )
}
