import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { landingOf, type Role } from '../rules.ts'
import { holdsAccount } from './why.ts'

type Details = { sender: Sender; name: string; role: Role }

export const roleChangedMail = async (details: Details) => ({
  subject: `Your role at ${details.sender.brand_name} has changed`,
  ...(await renderMail(<RoleChangedMail {...details} />))
})

const NOW = {
  client: 'You are now a client: you can license assets, subscribe to a plan and request custom work.',
  employee: 'You are now an employee: you can upload assets and earn a wage for each one that is approved.',
  admin: 'You are now an admin: you can review assets, manage users and read the financial reports.'
} as const satisfies Record<Role, string>

function RoleChangedMail({ sender, name, role }: Details) {
  return (
    <MailLayout sender={sender} preview={NOW[role]} why={holdsAccount(sender)}>
      <MailTitle>Your role has changed</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        A {sender.brand_name} admin changed the role of your account. {NOW[role]}
      </MailText>
      <MailButton href={`${sender.public_url}${landingOf(role)}`}>Open your dashboard</MailButton>
      <MailText>If you did not expect this, write to us at the address below.</MailText>
    </MailLayout>
  )
}
