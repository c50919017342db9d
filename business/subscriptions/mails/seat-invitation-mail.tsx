import { MailButton, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Details = { sender: Sender; owner: string; email: string; downloads_limit: number }

export const seatInvitationMail = async (details: Details) => ({
  subject: `A seat in a team at ${details.sender.brand_name} is waiting for you`,
  ...(await renderMail(<SeatInvitationMail {...details} />))
})

function SeatInvitationMail({ sender, owner, email, downloads_limit }: Details) {
  const who = typedWords(owner) ?? 'The owner of a team'
  return (
    <MailLayout
      sender={sender}
      preview="Sign in or create an account with this address."
      why={`You get this email because a client of ${sender.brand_name} invited this address to a team.`}
    >
      <MailTitle>You are invited to a team</MailTitle>
      <MailText>
        {who} has reserved a seat for you. The team shares {downloads_limit} downloads a month of graphics in every format. It costs you
        nothing.
      </MailText>
      <MailText>
        Sign in with <strong>{email}</strong> or create an account with this address. The seat is yours as soon as you verify the address.
        The team sees your name once you join under My Subscription or download something.
      </MailText>
      <MailButton href={`${sender.public_url}/register?next=${encodeURIComponent('/client/subscriptions')}`}>Create an account</MailButton>
      <MailText>
        Already have an account?{' '}
        <MailLink href={`${sender.public_url}/login?next=${encodeURIComponent('/client/subscriptions')}`}>Log in</MailLink>. You can leave
        the team at any time under My Subscription. If you do not know this team, you can ignore this email.
      </MailText>
    </MailLayout>
  )
}
