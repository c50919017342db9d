import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { landingOf, type Role } from '../rules.ts'
import { holdsAccount } from './why.ts'

type Facts = { sender: Sender; name: string; role: Role }

export const roleChangedMail = async (facts: Facts) => ({
  subject: `Your role at ${facts.sender.brand_name} has changed`,
  ...(await renderMail(<RoleChangedMail {...facts} />))
})

const NOW = {
  client: 'You are now a client: you can license assets, subscribe to a plan and ask for custom work.',
  employee: 'You are now an employee: you can upload assets and earn a wage for each one that is approved.',
  admin: 'You are now an admin: you can review assets, manage people and read the books.'
} as const satisfies Record<Role, string>

function RoleChangedMail({ sender, name, role }: Facts) {
  return (
    <MailLayout sender={sender} preview={NOW[role]} why={holdsAccount(sender)}>
      <MailTitle>Your role has changed</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        An admin of {sender.brand_name} gave your account another role. {NOW[role]}
      </MailText>
      <MailButton href={`${sender.public_url}${landingOf(role)}`}>Open your dashboard</MailButton>
      <MailText>If you did not expect this, write to us: the address is below.</MailText>
    </MailLayout>
  )
}
