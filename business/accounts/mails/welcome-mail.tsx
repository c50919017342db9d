import { MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'
import { holdsAccount } from './why.ts'

type Facts = { sender: Sender; name: string }

export const welcomeMail = async (facts: Facts) => ({
  subject: `Welcome to ${facts.sender.brand_name}`,
  ...(await renderMail(<WelcomeMail {...facts} />))
})

function WelcomeMail({ sender, name }: Facts) {
  return (
    <MailLayout sender={sender} preview="Your account is open." why={holdsAccount(sender)}>
      <MailTitle>{welcome(name)}</MailTitle>
      <MailText>
        Your email is confirmed and your account is open. Find an icon, a vector, a background or an illustration, license it once, and it
        stays in your account to download again.
      </MailText>
      <MailButton href={sender.public_url}>Explore assets</MailButton>
    </MailLayout>
  )
}

function welcome(name: string): string {
  const words = typedWords(name)
  return words === undefined ? 'Welcome' : `Welcome, ${words}`
}
