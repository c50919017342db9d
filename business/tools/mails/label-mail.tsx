import { MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Details = {
  sender: Sender
  /** The sender of the label. */
  from: { name: string; email: string }
  /** One line, or empty. */
  subject: string
  /** The message as typed, or empty. */
  message: string
}

export const labelMail = async (details: Details) => ({
  subject: details.subject || `${nameOf(details)} shared a label with you`,
  ...(await renderMail(<LabelMail {...details} />))
})

/** Returns the sender's name, or the address if a mail program could turn the name into a link. */
const nameOf = ({ from }: Details): string => typedWords(from.name) ?? from.email

function LabelMail(details: Details) {
  const { sender, from, message } = details
  return (
    <MailLayout
      sender={sender}
      preview={`${nameOf(details)} sent you a QR code or barcode label.`}
      why={`You get this email because someone with a ${sender.brand_name} account entered your address to share a label.`}
    >
      <MailTitle>A label for you</MailTitle>
      <MailText>
        {nameOf(details)} ({from.email}) created a label on {sender.brand_name} and shared it with you. The label is attached as a PNG
        image.
      </MailText>
      {message !== '' && (
        <>
          <MailText>Their message:</MailText>
          <MailText>
            {message.split(/\r?\n/).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail do not change.
              <span key={index}>
                {index > 0 && <br />}
                {line}
              </span>
            ))}
          </MailText>
        </>
      )}
      <MailText>{sender.brand_name} does not check what the code contains. Do not scan it if you do not know the sender.</MailText>
    </MailLayout>
  )
}
