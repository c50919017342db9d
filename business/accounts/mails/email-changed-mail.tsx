import {
  hello,
  MailAddress,
  MailButton,
  MailDetails,
  MailLayout,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  showMoment,
  typedWords
} from '#platform/mails/index.ts'
import { UNDO_DAYS } from '../rules.ts'

/** Opening `link` shows a form and changes nothing. */
type Details = { sender: Sender; name: string; at: Date; device: string; link: string }

/** To the old address. It does not say the new one: this mailbox may be someone else's soon. */
export const emailChangedMail = async (details: Details) => ({
  subject: `Your ${details.sender.brand_name} email was changed`,
  ...(await renderMail(<EmailChangedMail {...details} />))
})

function EmailChangedMail({ sender, name, at, device, link }: Details) {
  const { brand_name } = sender
  return (
    <MailLayout
      sender={sender}
      preview={`Not you? Undo the change within ${UNDO_DAYS} days.`}
      why={`You get this email because your account at ${brand_name} had this address.`}
    >
      <MailTitle>Your email was changed</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>Your {brand_name} account has another email address now. You sign in with that one.</MailText>
      <MailDetails
        details={[
          ['When', showMoment(at)],
          ['Device', typedWords(device) ?? 'Unknown device']
        ]}
      />
      <MailText>
        If this was you, you do not need to do anything. If it was not, undo it: your account gets this address back, every device is signed
        out, and you set a new password.
      </MailText>
      <MailButton href={link}>Undo the change</MailButton>
      <MailText>The link works once, for {UNDO_DAYS} days.</MailText>
      <MailAddress href={link} />
    </MailLayout>
  )
}
