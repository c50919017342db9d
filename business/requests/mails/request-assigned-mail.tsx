import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import {
  hello,
  MailButton,
  MailFacts,
  MailLayout,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  typedWords
} from '#platform/mails/index.ts'
import { type RequestCategory, requestPath } from '../rules.ts'

type Facts = {
  sender: Sender
  name: string
  request: { id: string; title: string; category: RequestCategory; due_date: string | null }
}

export const requestAssignedMail = async (facts: Facts) => ({
  subject: `A custom request for you at ${facts.sender.brand_name}`,
  ...(await renderMail(<RequestAssignedMail {...facts} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
/** In the evening of UTC it is that day in California too. */
const showDay = (due_date: string): string => day.format(new Date(`${due_date}T20:00:00Z`))

function RequestAssignedMail({ sender, name, request }: Facts) {
  const { id, category, due_date } = request
  const title = typedWords(request.title)
  return (
    <MailLayout
      sender={sender}
      preview="A custom request was assigned to you."
      why={`You get this mail because you work for ${sender.brand_name}.`}
    >
      <MailTitle>A request was assigned to you</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>An admin gave a client’s custom request into your hands. You can write to the client in its conversation.</MailText>
      <MailFacts
        facts={[
          ...(title === undefined ? [] : [['Title', title] as const]),
          ['Category', `${category.slice(0, 1).toUpperCase()}${category.slice(1)}`],
          ...(due_date ? [['Due', showDay(due_date)] as const] : [])
        ]}
      />
      <MailButton href={`${sender.public_url}${requestPath('employee', id)}`}>Open the request</MailButton>
    </MailLayout>
  )
}
