import { MailAddress, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { REQUEST_HOURS, type RequestKind } from '../rules.ts'
import { wasEntered } from './why.ts'

/** Opening `link` shows a page and changes nothing. */
type Details = { sender: Sender; kind: RequestKind; link: string }

const WORDS = {
  export: {
    title: 'Get a copy of your data',
    asked: 'a copy of the data stored about this address',
    button: 'Go on to your data',
    next: 'On that page you can have the copy made. We then email you a link to it.'
  },
  delete: {
    title: 'Delete your data',
    asked: 'the data stored about this address to be deleted',
    button: 'Go on to delete your data',
    next: 'On that page you can delete the data. That cannot be undone.'
  }
} as const satisfies Record<RequestKind, Record<string, string>>

/** To an address that nobody can sign in with. */
export const privacyRequestMail = async (details: Details) => ({
  subject: `${WORDS[details.kind].title} at ${details.sender.brand_name}`,
  ...(await renderMail(<PrivacyRequestMail {...details} />))
})

function PrivacyRequestMail({ sender, kind, link }: Details) {
  const { title, asked, button, next } = WORDS[kind]
  return (
    <MailLayout sender={sender} preview={`The link works once, for ${REQUEST_HOURS} hours.`} why={wasEntered(sender)}>
      <MailTitle>{title}</MailTitle>
      <MailText>
        Someone, probably you, asked {sender.brand_name} for {asked}. {next}
      </MailText>
      <MailButton href={link}>{button}</MailButton>
      <MailText>The link works once, for {REQUEST_HOURS} hours. Opening it changes nothing.</MailText>
      <MailText>If you did not ask for this, ignore this email. Nothing happens.</MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
