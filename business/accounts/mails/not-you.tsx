import { MailLink, MailText, type Sender } from '#platform/mails/index.ts'

/** What to do when somebody else did it. */
export function NotYou({ sender: { public_url, support_email } }: { sender: Sender }) {
  return (
    <MailText>
      If this was not you, <MailLink href={`${public_url}/forgot-password`}>set a new password</MailLink> at once. That signs out every
      device. Then write to <MailLink href={`mailto:${support_email}`}>{support_email}</MailLink>, so that we can look into it with you.
    </MailText>
  )
}
