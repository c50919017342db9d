import { MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { greeting, planPage } from './pieces.tsx'

type Details = { sender: Sender; name: string; owner: string }

export const seatRemovedMail = async (details: Details) => ({
  subject: `Your team seat at ${details.sender.brand_name} was removed`,
  ...(await renderMail(<SeatRemovedMail {...details} />))
})

function SeatRemovedMail({ sender, name, owner }: Details) {
  const who = typedWords(owner) ?? 'The owner of the team'
  return (
    <MailLayout
      sender={sender}
      preview="You can no longer download with the team's plan."
      why={`You get this email because you had a seat in a team at ${sender.brand_name}.`}
    >
      <MailTitle>{greeting('Your team seat was removed', name)}</MailTitle>
      <MailText>
        {who} removed you from the team, so you can no longer download with the team's plan. Your account and the licenses you bought
        yourself are not affected.
      </MailText>
      <MailText>If you think this is a mistake, please ask the owner of the team.</MailText>
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
    </MailLayout>
  )
}
