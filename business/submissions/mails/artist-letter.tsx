import { Fragment } from 'react'
import { MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Letter = {
  subject: string
  title: string
  paragraphs: readonly string[]
  /** After the paragraphs; breaks lines as it does. */
  words: string
  button: { label: string; href: string }
}

/** Returns the title in quotes, or other words if a mail program could turn it into a link. */
export const titleOf = (title: string): string => {
  const words = typedWords(title)
  return words === undefined ? 'your asset' : `“${words}”`
}

export const rejectedAssets = (sender: Sender) => ({ label: 'My Assets', href: `${sender.public_url}/assets?status=rejected` })

/** Writes to an artist about an asset: what happened, and what comes next. */
export const artistMail = async (sender: Sender, letter: Letter) => ({
  subject: letter.subject,
  ...(await renderMail(<ArtistMail sender={sender} letter={letter} />))
})

function ArtistMail({ sender, letter: { subject, title, paragraphs, words, button } }: { sender: Sender; letter: Letter }) {
  return (
    <MailLayout sender={sender} preview={subject} why={`You are receiving this email because you are an artist at ${sender.brand_name}.`}>
      <MailTitle>{title}</MailTitle>
      {paragraphs.map((paragraph) => (
        <MailText key={paragraph}>{paragraph}</MailText>
      ))}
      <MailText>{withBreaks(words)}</MailText>
      <MailButton href={button.href}>{button.label}</MailButton>
      <MailText>Questions? Write to {sender.support_email}.</MailText>
    </MailLayout>
  )
}

const withBreaks = (text: string) =>
  text.split(/\r?\n/).map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail do not change.
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ))
