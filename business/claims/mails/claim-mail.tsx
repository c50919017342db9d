import { Fragment } from 'react'
import { MailButton, MailDetails, MailLayout, MailText, MailTitle, renderMail, type Sender } from '#platform/mails/index.ts'
import type { Letter } from './letter.ts'

export const claimMail = async (sender: Sender, letter: Letter) => ({
  subject: letter.subject,
  ...(await renderMail(<ClaimMail sender={sender} letter={letter} />))
})

/** Every email about a claim: what happened, what it means, and what comes next and when. */
function ClaimMail({ sender, letter: { subject, title, paragraphs, quote, details, button, why } }: { sender: Sender; letter: Letter }) {
  return (
    <MailLayout sender={sender} preview={subject} why={`${why} at ${sender.brand_name}.`}>
      <MailTitle>{title}</MailTitle>
      {paragraphs.map((paragraph) => (
        <MailText key={paragraph}>{paragraph}</MailText>
      ))}
      {quote && <MailText>{withBreaks(`“${quote}”`)}</MailText>}
      {details && <MailDetails details={details} />}
      {button && <MailButton href={button.href}>{button.label}</MailButton>}
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
