import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { type ADMIN_STATES, requestPath } from '../rules.ts'

type Facts = {
  sender: Sender
  name: string
  request: { id: string; title: string; status: (typeof ADMIN_STATES)[number] }
}

const NEWS = {
  accepted: ['Your request was accepted', 'We take it on. You hear from us when the work begins, and can write to us at any time.'],
  in_progress: ['Work on your request has begun', 'Follow it, and answer questions, in the conversation.'],
  completed: ['Your request is completed', 'Have a look at the conversation: what was made for you is there.'],
  rejected: [
    'We cannot take on your request',
    'If something is unclear, ask us in the conversation. You can submit another request at any time.'
  ]
} as const satisfies Record<Facts['request']['status'], readonly [title: string, text: string]>

export const requestStatusMail = async (facts: Facts) => ({
  subject: NEWS[facts.request.status][0],
  ...(await renderMail(<RequestStatusMail {...facts} />))
})

function RequestStatusMail({ sender, name, request }: Facts) {
  const [title, text] = NEWS[request.status]
  const words = typedWords(request.title)
  return (
    <MailLayout sender={sender} preview={text} why={`You get this mail because you submitted a custom request at ${sender.brand_name}.`}>
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
