import {
  hello,
  MailDetails,
  MailLayout,
  MailText,
  MailTitle,
  renderMail,
  type Sender,
  showMoment,
  typedWords
} from '#platform/mails/index.ts'
import { NotYou } from './not-you.tsx'
import { holdsAccount } from './why.ts'

/** `how`: changed on the profile page or reset by email. `device` is what the browser reports. */
type Details = { sender: Sender; name: string; at: Date; device: string; how: 'changed' | 'reset' }

export const passwordChangedMail = async (details: Details) => ({
  subject: `Your ${details.sender.brand_name} password was ${details.how}`,
  ...(await renderMail(<PasswordChangedMail {...details} />))
})

function PasswordChangedMail({ sender, name, at, device, how }: Details) {
  return (
    <MailLayout sender={sender} preview="If this was you, you do not need to do anything." why={holdsAccount(sender)}>
      <MailTitle>Your password was {how}</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        The password of your {sender.brand_name} account was {how}. {SIGNED_OUT[how]}
      </MailText>
      <MailDetails
        details={[
          ['When', showMoment(at)],
          ['Device', typedWords(device) ?? 'Unknown device']
        ]}
      />
      <MailText>If this was you, you do not need to do anything.</MailText>
      <NotYou sender={sender} />
    </MailLayout>
  )
}

const SIGNED_OUT = {
  changed: 'Every other device was signed out.',
  reset: 'Every device was signed out.'
} as const
