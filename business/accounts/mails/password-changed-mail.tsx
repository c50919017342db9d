import {
  hello,
  MailFacts,
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

/** Changed by somebody signed in, or reset with a mailed link. `device` is what the browser says of itself. */
type Facts = { sender: Sender; name: string; at: Date; device: string; how: 'changed' | 'reset' }

export const passwordChangedMail = async (facts: Facts) => ({
  subject: `Your ${facts.sender.brand_name} password was ${facts.how}`,
  ...(await renderMail(<PasswordChangedMail {...facts} />))
})

function PasswordChangedMail({ sender, name, at, device, how }: Facts) {
  return (
    <MailLayout sender={sender} preview="If this was you, there is nothing to do." why={holdsAccount(sender)}>
      <MailTitle>Your password was {how}</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        The password of your {sender.brand_name} account was {how}. {SIGNED_OUT[how]}
      </MailText>
      <MailFacts
        facts={[
          ['When', showMoment(at)],
          ['Device', typedWords(device) ?? 'Unknown device']
        ]}
      />
      <MailText>If this was you, there is nothing to do.</MailText>
      <NotYou sender={sender} />
    </MailLayout>
  )
}

const SIGNED_OUT = {
  changed: 'Every other device was signed out.',
  reset: 'Every device was signed out.'
} as const
