import { MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { holdsAccount } from './why.ts'

type Details = { sender: Sender; name: string }

export const welcomeMail = async (details: Details) => ({
  subject: `Welcome to ${details.sender.brand_name}`,
  ...(await renderMail(<WelcomeMail {...details} />))
})

function WelcomeMail({ sender, name }: Details) {
  return (
    <MailLayout sender={sender} preview="Your account is ready." why={holdsAccount(sender)}>
      <MailTitle>{welcome(name)}</MailTitle>
      <MailText>
        Your email is confirmed and your account is ready. Find an icon, a vector, a background or an illustration and license it once. You
        can download it again at any time.
      </MailText>
      <MailButton href={sender.public_url}>Explore assets</MailButton>
    </MailLayout>
  )
}

function welcome(name: string): string {
  const words = typedWords(name)
  return words === undefined ? 'Welcome' : `Welcome, ${words}`
}
