import { MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { greeting, planPage } from './pieces.tsx'

type Facts = { sender: Sender; name: string; owner: string }

export const seatTakenBackMail = async (facts: Facts) => ({
  subject: `Your seat was taken back at ${facts.sender.brand_name}`,
  ...(await renderMail(<SeatTakenBackMail {...facts} />))
})

function SeatTakenBackMail({ sender, name, owner }: Facts) {
  const who = typedWords(owner) ?? 'The owner of the team'
  return (
    <MailLayout
      sender={sender}
      preview="Downloads with the team's plan have ended."
      why={`You get this mail because you had a seat in a team at ${sender.brand_name}.`}
    >
      <MailTitle>{greeting('Your seat was taken back', name)}</MailTitle>
      <MailText>
        {who} has taken back the seat that you had in the team. You can no longer download with the team's plan. Your account, and licenses
        that you bought yourself, stay as they are.
      </MailText>
      <MailText>If you think that this is a mistake, ask the owner of the team.</MailText>
      <MailButton href={planPage(sender)}>My Subscription</MailButton>
    </MailLayout>
  )
}
