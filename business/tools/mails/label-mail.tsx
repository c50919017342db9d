import { MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Facts = {
  sender: Sender
  /** Who shares the label. */
  from: { name: string; email: string }
  /** One line, or empty. */
  subject: string
  /** As typed, or empty. */
  message: string
}

export const labelMail = async (facts: Facts) => ({
  subject: facts.subject || `${nameOf(facts)} shared a label with you`,
  ...(await renderMail(<LabelMail {...facts} />))
})

/** A name that a mail program would make a link of is left to the address. */
const nameOf = ({ from }: Facts): string => typedWords(from.name) ?? from.email

function LabelMail(facts: Facts) {
  const { sender, from, message } = facts
  return (
    <MailLayout
      sender={sender}
      preview={`${nameOf(facts)} sent you a QR code or barcode label.`}
      why={`You get this mail because someone with an account at ${sender.brand_name} entered your address to share a label.`}
    >
      <MailTitle>A label for you</MailTitle>
      <MailText>
        {nameOf(facts)} ({from.email}) made a label at {sender.brand_name} and shares it with you. It is attached as a PNG picture.
      </MailText>
      {message !== '' && (
        <>
          <MailText>Their message:</MailText>
          <MailText>
            {message.split(/\r?\n/).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a mail never move.
              <span key={index}>
                {index > 0 && <br />}
                {line}
              </span>
            ))}
          </MailText>
        </>
      )}
      <MailText>{sender.brand_name} does not know what the code leads to. If you do not know the sender, do not scan it.</MailText>
    </MailLayout>
  )
}
