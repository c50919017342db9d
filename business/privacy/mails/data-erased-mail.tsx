import { MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'

type Details = { sender: Sender }

/** The last email to an address without an account. */
export const dataErasedMail = async (details: Details) => ({
  subject: `Your data at ${details.sender.brand_name} was deleted`,
  ...(await renderMail(<DataErasedMail {...details} />))
})

function DataErasedMail({ sender }: Details) {
  return (
    <MailLayout
      sender={sender}
      preview="This is our last email about it."
      why={`You get this last email because you asked ${sender.brand_name} to delete the data stored about this address.`}
    >
      <MailTitle>Your data was deleted</MailTitle>
      <MailText>
        We deleted what {sender.brand_name} stored about this address. Our{' '}
        <MailLink href={`${sender.public_url}/privacy`}>privacy policy</MailLink> says what we must keep, and for how long.
      </MailText>
    </MailLayout>
  )
}
