import { Fragment } from 'react'
import { hello, MailButton, MailLayout, MailText, MailTitle, renderMail, type Sender, typedWords } from '#platform/mails/index.ts'

type Letter = {
  subject: string
  title: string
  paragraphs: readonly string[]
  /** What a person wrote. */
  quote: string
  button: { label: string; href: string }
}

type Appealed = { sender: Sender; name: string; title: string; message: string }

const titleOf = (title: string): string => {
  const words = typedWords(title)
  return words === undefined ? 'your asset' : `“${words}”`
}

const myAssets = (sender: Sender) => ({ label: 'My Assets', href: `${sender.public_url}/assets?status=rejected` })

/** To the artist, when the appeal has arrived. */
export const receivedMail = ({ sender, name, title, message }: Appealed) =>
  appealMail(sender, {
    subject: 'We received your appeal',
    title: 'We received your appeal',
    paragraphs: [
      hello(name),
      `You appealed against the rejection of ${titleOf(title)}. If we can, someone other than the first reviewer decides it.`,
      'Next, we will email you the decision and its reason. If you resubmit the asset before that, your appeal ends and we review the new version.',
      'You wrote:'
    ],
    quote: message,
    button: myAssets(sender)
  })

/** To the artist, when the rejection was overturned. `is_published` is false if the asset is back in the review queue. */
export const overturnedMail = ({
  sender,
  name,
  title,
  message,
  asset_id,
  is_published
}: Appealed & { asset_id: string; is_published: boolean }) =>
  appealMail(sender, {
    subject: 'Your appeal was successful',
    title: 'Your appeal was successful',
    paragraphs: [
      hello(name),
      `We overturned the rejection of ${titleOf(title)}.`,
      is_published
        ? 'It is now approved and in the catalogue, and its wage is in your earnings. You do not have to do anything.'
        : 'It is back in the review queue, because none of its files can be published yet. Next, please check its files in My Assets.',
      'We wrote:'
    ],
    quote: message,
    button: is_published
      ? { label: 'See it in the catalogue', href: `${sender.public_url}/assets/${asset_id}` }
      : { label: 'My Assets', href: `${sender.public_url}/assets?status=pending` }
  })

/** To the artist, when the rejection stays. */
export const upheldMail = ({ sender, name, title, message }: Appealed) =>
  appealMail(sender, {
    subject: 'Your appeal was not successful',
    title: 'The rejection stays',
    paragraphs: [
      hello(name),
      `We looked at ${titleOf(title)} again, and the rejection stays.`,
      'This decision is final for this version. Next, you can revise the asset and resubmit it. A new rejection can be appealed again.',
      'We wrote:'
    ],
    quote: message,
    button: myAssets(sender)
  })

const appealMail = async (sender: Sender, letter: Letter) => ({
  subject: letter.subject,
  ...(await renderMail(<AppealMail sender={sender} letter={letter} />))
})

/** Every email about an appeal: what happened, and what comes next. */
function AppealMail({ sender, letter: { subject, title, paragraphs, quote, button } }: { sender: Sender; letter: Letter }) {
  return (
    <MailLayout sender={sender} preview={subject} why={`You are receiving this email because you are an artist at ${sender.brand_name}.`}>
      <MailTitle>{title}</MailTitle>
      {paragraphs.map((paragraph) => (
        <MailText key={paragraph}>{paragraph}</MailText>
      ))}
      <MailText>{withBreaks(`“${quote}”`)}</MailText>
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
