import { hello, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

type Facts = { sender: Sender; name: string }

export const accountDeletedMail = async (facts: Facts) => ({
  subject: `Your ${facts.sender.brand_name} account was deleted`,
  ...(await renderMail(<AccountDeletedMail {...facts} />))
})

function AccountDeletedMail({ sender, name }: Facts) {
  const { brand_name, public_url, support_email } = sender
  return (
    <MailLayout
      sender={sender}
      preview="Your personal data is erased."
      why={`You get this last mail because you had an account at ${brand_name}.`}
    >
      <MailTitle>Your account was deleted</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Your {brand_name} account was deleted and your personal data erased. Records of payments and licenses stay in our books, as the law
        asks, without your name. How we handle data is in our <MailLink href={`${public_url}/privacy`}>privacy policy</MailLink>.
      </MailText>
      <MailText>
        If you did not expect this, write to <MailLink href={`mailto:${support_email}`}>{support_email}</MailLink>.
      </MailText>
    </MailLayout>
  )
}
