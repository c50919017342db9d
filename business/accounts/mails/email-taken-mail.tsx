import { hello, MailLayout, MailLink, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import { addressWasEntered } from './why.ts'

type Details = { sender: Sender; name: string }

/** To an address that already has an account, when another account asks for it. */
export const emailTakenMail = async (details: Details) => ({
  subject: `You already have an account at ${details.sender.brand_name}`,
  ...(await renderMail(<EmailTakenMail {...details} />))
})

function EmailTakenMail({ sender, name }: Details) {
  const { brand_name, public_url } = sender
  return (
    <MailLayout sender={sender} preview="Nothing has changed." why={addressWasEntered(sender)}>
      <MailTitle>This address has an account</MailTitle>
      <MailText>{hello(name)}</MailText>
      <MailText>
        Someone, perhaps you, wants to use this address for another account at {brand_name}. It belongs to your account, so nothing has
        changed.
      </MailText>
      <MailText>
        If it was you, <MailLink href={`${public_url}/login`}>sign in</MailLink> to the account that has this address. You can delete that
        account or give it another address; then this one is free.
      </MailText>
      <MailText>If it was not you, you do not need to do anything.</MailText>
    </MailLayout>
  )
}
