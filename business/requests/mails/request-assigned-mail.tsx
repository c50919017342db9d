import { BUSINESS_ZONE } from '#platform/contract/time.ts'
import {
  hello,
  MailButton,
  MailDetails,
  MailLayout,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  typedWords
} from '#platform/mails/index.ts'
import { type RequestCategory, requestPath } from '../rules.ts'

type Details = {
  sender: Sender
  name: string
  request: { id: string; title: string; category: RequestCategory; due_date: string | null }
}

export const requestAssignedMail = async (details: Details) => ({
  subject: `A custom request for you at ${details.sender.brand_name}`,
  ...(await renderMail(<RequestAssignedMail {...details} />))
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
/** At 20:00 UTC it is the same day in California. */
const showDay = (due_date: string): string => day.format(new Date(`${due_date}T20:00:00Z`))

function RequestAssignedMail({ sender, name, request }: Details) {
  const { id, category, due_date } = request
  const title = typedWords(request.title)
  return (
    <MailLayout
      sender={sender}
      preview="A custom request was assigned to you."
      why={`You get this email because you work for ${sender.brand_name}.`}
    >
      <MailTitle>A request was assigned to you</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>An admin assigned a client’s custom request to you. You can write to the client in the request’s conversation.</MailText>
      <MailDetails
        details={[
          ...(title === undefined ? [] : [['Title', title] as const]),
          ['Category', `${category.slice(0, 1).toUpperCase()}${category.slice(1)}`],
          ...(due_date ? [['Due', showDay(due_date)] as const] : [])
        ]}
      />
      <MailButton href={`${sender.public_url}${requestPath('employee', id)}`}>Open the request</MailButton>
    </MailLayout>
  )
}
