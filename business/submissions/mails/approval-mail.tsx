import { type Cents, inDollars } from '#platform/contract/money.ts'
import { hello, type Sender, typedWords } from '#platform/mails/index.ts'
import { artistMail } from './artist-letter.tsx'

/** More titles would make the email longer than anyone reads. */
const SHOWN_MAX = 20

type Approved = { sender: Sender; name: string; titles: readonly string[]; wage: Cents }

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** To the artist, when assets were approved: one email for all of the last minutes. */
export const approvedMail = ({ sender, name, titles, wage }: Approved) => {
  const isOne = titles.length === 1
  const subject = isOne ? 'Your asset was approved' : `${titles.length} of your assets were approved`
  const earned = isOne ? `Its wage of ${dollars.format(inDollars(wage))}` : `Their wages of ${dollars.format(inDollars(wage))}`
  return artistMail(sender, {
    subject,
    title: subject,
    paragraphs: [
      hello(name),
      isOne ? 'We reviewed your asset and approved it. It is now in the catalogue.' : APPROVED_MANY,
      ...(wage > 0 ? [`${earned} ${isOne ? 'is' : 'are'} in your earnings.`] : []),
      'You do not have to do anything.',
      isOne ? 'We approved:' : `We approved these ${titles.length}:`
    ],
    words: [...titles.slice(0, SHOWN_MAX).map(shown), ...more(titles.length - SHOWN_MAX)].join('\n'),
    button: { label: 'My Assets', href: `${sender.public_url}/assets?status=approved` }
  })
}

const APPROVED_MANY = 'We reviewed your assets and approved several of them. They are now in the catalogue.'

/** A title that a mail program could turn into a link is left out. */
const shown = (title: string): string => {
  const words = typedWords(title)
  return words === undefined ? 'An asset whose title looks like an address' : `“${words}”`
}

const more = (count: number): string[] => (count > 0 ? [`and ${count} more`] : [])
