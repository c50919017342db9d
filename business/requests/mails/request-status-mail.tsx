import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { type ADMIN_STATES, requestPath } from '../rules.ts'

type Details = {
  sender: Sender
  name: string
  request: { id: string; title: string; status: (typeof ADMIN_STATES)[number] }
}

const NEWS = {
  accepted: ['Your request was accepted', 'We will let you know when we start working on it. You can write to us at any time.'],
  in_progress: ['We have started working on your request', 'You can follow the progress and answer questions in the conversation.'],
  completed: ['Your request is completed', 'You can find the result in the conversation.'],
  rejected: [
    'We cannot take on your request',
    'If you have questions, please ask us in the conversation. You can submit another request at any time.'
  ]
} as const satisfies Record<Details['request']['status'], readonly [title: string, text: string]>

export const requestStatusMail = async (details: Details) => ({
  subject: NEWS[details.request.status][0],
  ...(await renderMail(<RequestStatusMail {...details} />))
})

function RequestStatusMail({ sender, name, request }: Details) {
  const [title, text] = NEWS[request.status]
  const words = typedWords(request.title)
  return (
    <MailLayout sender={sender} preview={text} why={`You get this email because you submitted a custom request at ${sender.brand_name}.`}>
      <MailTitle>{title}</MailTitle>
      <MailText>{hello(name)}</MailText>
      {words !== undefined && (
        <MailText>
          This is about <strong>{words}</strong>.
        </MailText>
      )}
      <MailText>{text}</MailText>
      <MailButton href={`${sender.public_url}${requestPath('client', request.id)}`}>Open the request</MailButton>
    </MailLayout>
  )
}
