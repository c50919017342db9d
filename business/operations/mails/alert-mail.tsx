import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender, showMoment } from '#platform/mails/index.ts'
import type { Problem } from '../rules.ts'

type Resolved = { title: string; started_at: Date }

type Details = { sender: Sender; at: Date; started: readonly Problem[]; lasting: readonly Problem[]; resolved: readonly Resolved[] }

export const alertMail = async (details: Details) => ({
  subject: `${details.sender.brand_name}: ${headlineOf(details)}`,
  ...(await renderMail(<AlertMail {...details} />))
})

/** Names a single problem, and counts several. */
function headlineOf({ started, lasting, resolved }: Pick<Details, 'started' | 'lasting' | 'resolved'>): string {
  const wrong = [...started, ...lasting]
  if (wrong.length > 1) return `${wrong.length} problems`
  if (wrong[0]) return started.length > 0 ? wrong[0].title : `Still open: ${wrong[0].title}`
  return resolved.length === 1 && resolved[0] ? `Resolved: ${resolved[0].title}` : `${resolved.length} problems resolved`
}

function AlertMail({ sender, at, started, lasting, resolved }: Details) {
  const isWrong = started.length + lasting.length > 0
  return (
    <MailLayout
      sender={sender}
      preview={[...started, ...lasting, ...resolved].map(({ title }) => title).join('. ')}
      why={`You get this email because you handle support for ${sender.brand_name}. A problem is mailed when it starts, once a day while it lasts, and when it is resolved.`}
    >
      <MailTitle>{isWrong ? 'Something needs attention' : 'Resolved'}</MailTitle>
      <Problems problems={started} />
      {lasting.length > 0 && <MailText>This has lasted for more than a day:</MailText>}
      <Problems problems={lasting} />
      {resolved.length > 0 && isWrong && <MailText>Resolved:</MailText>}
      {resolved.length > 0 && <MailDetails details={resolved.map(({ title, started_at }) => [title, `since ${showMoment(started_at)}`])} />}
      <MailText>Checked on {showMoment(at)}.</MailText>
      <MailButton href={`${sender.public_url}/admin/operations`}>Open Operations</MailButton>
    </MailLayout>
  )
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  return problems.map(({ id, title, advice }) => (
    <MailText key={id}>
      <strong>{title}.</strong>
      <br />
      {advice}
    </MailText>
  ))
}
