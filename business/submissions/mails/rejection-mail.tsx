import { placeWords } from '#catalogue/findings.rules.ts'
import { hello, type Sender } from '#platform/mails/index.ts'
import type { Pin } from '../rejection.contract.ts'
import { pinText, reasonsOf } from '../rules.ts'
import { artistMail, rejectedAssets, titleOf } from './artist-letter.tsx'

type Rejected = { sender: Sender; name: string; title: string; reason: string; reason_codes: readonly string[]; pins: readonly Pin[] }

/** To the artist, when an asset was rejected: why, and what the artist can do. */
export const rejectedMail = ({ sender, name, title, reason, reason_codes, pins }: Rejected) => {
  const why = [...reasonsOf(reason_codes, reason || null), ...pins.map((pin) => `${pinText(pin)} (${placeWords(pin)})`)]
  return artistMail(sender, {
    subject: 'We could not accept your asset',
    title: 'We could not accept your asset',
    paragraphs: [
      hello(name),
      `We reviewed ${titleOf(title)} and rejected it.`,
      'Next, you can revise it and resubmit it, or appeal once if you think that we are wrong. There is no deadline for either.',
      'Why we rejected it:'
    ],
    words: why.join('\n') || 'No reason was given.',
    button: rejectedAssets(sender)
  })
}
