import { MailLink, MailText, type Sender } from '#platform/mails/index.ts'

/** What to do if someone else did it. */
export function NotYou({ sender: { public_url, support_email } }: { sender: Sender }) {
  return (
    <MailText>
      If this was not you, <MailLink href={`${public_url}/forgot-password`}>set a new password</MailLink> immediately. This signs out every
      device. Then write to <MailLink href={`mailto:${support_email}`}>{support_email}</MailLink>, so that we can help.
    </MailText>
  )
}
