import { hello, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

type Details = { sender: Sender; name: string }

export const accountDeletedMail = async (details: Details) => ({
  subject: `Your ${details.sender.brand_name} account was deleted`,
  ...(await renderMail(<AccountDeletedMail {...details} />))
})

function AccountDeletedMail({ sender, name }: Details) {
  const { brand_name, public_url, support_email } = sender
  return (
    <MailLayout
      sender={sender}
      preview="Your personal data is erased."
      why={`You get this last email because you had an account at ${brand_name}.`}
    >
      <MailTitle>Your account was deleted</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Your {brand_name} account was deleted and your personal data erased. Records of payments and licenses stay in our books, as required
        by law, without your name. Our <MailLink href={`${public_url}/privacy`}>privacy policy</MailLink> explains how we handle data.
      </MailText>
      <MailText>
        If you did not expect this, write to <MailLink href={`mailto:${support_email}`}>{support_email}</MailLink>.
      </MailText>
    </MailLayout>
  )
}
