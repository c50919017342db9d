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

const CHANGES = {
  totp_added: ['An authenticator app was set up', 'From now on, signing in asks for a code of this app after the password.'],
  totp_removed: ['Your authenticator app was removed', 'Signing in no longer asks for its codes.'],
  passkey_added: ['A passkey was added', 'From now on, it can be used to sign in.'],
  passkey_removed: ['A passkey was removed', 'It can no longer be used to sign in.'],
  recovery_codes_renewed: ['You have new recovery codes', 'The earlier ones no longer work.'],
  recovery_code_used: [
    'A recovery code was used',
    'Each recovery code works once. On your profile, you can see how many are left and create new ones.'
  ]
} as const

export type SecurityChange = keyof typeof CHANGES

/** `device` is what the browser reports. */
type Details = { sender: Sender; name: string; at: Date; device: string; change: SecurityChange }

export const securityChangedMail = async (details: Details) => ({
  subject: `${CHANGES[details.change][0]} at ${details.sender.brand_name}`,
  ...(await renderMail(<SecurityChangedMail {...details} />))
})

function SecurityChangedMail({ sender, name, at, device, change }: Details) {
  const [title, meaning] = CHANGES[change]
  return (
    <MailLayout sender={sender} preview="If this was you, you do not need to do anything." why={holdsAccount(sender)}>
      <MailTitle>{title}</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>{meaning}</MailText>
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
