import { MailButton, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Facts = { sender: Sender; owner: string; email: string; downloads_limit: number }

export const seatInvitationMail = async (facts: Facts) => ({
  subject: `A seat in a team at ${facts.sender.brand_name} is waiting for you`,
  ...(await renderMail(<SeatInvitationMail {...facts} />))
})

function SeatInvitationMail({ sender, owner, email, downloads_limit }: Facts) {
  const who = typedWords(owner) ?? 'The owner of a team'
  return (
    <MailLayout
      sender={sender}
      preview="Sign in, or create an account with this address."
      why={`You get this mail because a client of ${sender.brand_name} invited this address to a team.`}
    >
      <MailTitle>You are invited to a team</MailTitle>
      <MailText>
        {who} keeps a seat for you: the team shares {downloads_limit} downloads a month of graphics in every format. It costs you nothing.
      </MailText>
      <MailText>
        Sign in with <strong>{email}</strong>, or create an account with this address. The seat is yours as soon as the address is verified.
        The team sees your name once you join under My Subscription, or download something.
      </MailText>
      <MailButton href={`${sender.public_url}/register?next=${encodeURIComponent('/client/subscriptions')}`}>Create an account</MailButton>
      <MailText>
        You have an account?{' '}
        <MailLink href={`${sender.public_url}/login?next=${encodeURIComponent('/client/subscriptions')}`}>Log in</MailLink>. You can leave
        the team at any time under My Subscription; if you do not know the team, you need not do anything.
      </MailText>
    </MailLayout>
  )
}
