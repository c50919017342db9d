import { hello, type Sender } from '#platform/mails/index.ts'
import { artistMail, rejectedAssets, titleOf } from './artist-letter.tsx'

type Appealed = { sender: Sender; name: string; title: string; message: string }

/** To the artist, when the appeal has arrived. */
export const receivedMail = ({ sender, name, title, message }: Appealed) =>
  artistMail(sender, {
    subject: 'We received your appeal',
    title: 'We received your appeal',
    paragraphs: [
      hello(name),
      `You appealed against the rejection of ${titleOf(title)}. If we can, someone other than the first reviewer decides it.`,
      'Next, we will email you the decision and its reason. If you resubmit the asset before that, your appeal ends and we review the new version.',
      'You wrote:'
    ],
    words: `“${message}”`,
    button: rejectedAssets(sender)
  })

/** What became of the asset: approved, or back in the review queue because it is not what was rejected or has no file to publish. */
export type Overturned = 'approved' | 'changed' | 'no_files'

const NEXT: Record<Overturned, string> = {
  approved: 'It is now approved and in the catalogue, and its wage is in your earnings. You do not have to do anything.',
  changed:
    'It is back in the review queue, because it may have changed since the rejection. Next, a reviewer looks at it as it is now. You do not have to do anything.',
  no_files: 'It is back in the review queue, because none of its files can be published yet. Next, please check its files in My Assets.'
}

/** To the artist, when the rejection was overturned. */
export const overturnedMail = ({ sender, name, title, message, asset_id, outcome }: Appealed & { asset_id: string; outcome: Overturned }) =>
  artistMail(sender, {
    subject: 'Your appeal was successful',
    title: 'Your appeal was successful',
    paragraphs: [hello(name), `We overturned the rejection of ${titleOf(title)}.`, NEXT[outcome], 'We wrote:'],
    words: `“${message}”`,
    button:
      outcome === 'approved'
        ? { label: 'See it in the catalogue', href: `${sender.public_url}/assets/${asset_id}` }
        : { label: 'My Assets', href: `${sender.public_url}/assets?status=pending` }
  })

/** To the artist, when the rejection stays. */
export const upheldMail = ({ sender, name, title, message }: Appealed) =>
  artistMail(sender, {
    subject: 'Your appeal was not successful',
    title: 'The rejection stays',
    paragraphs: [
      hello(name),
      `We looked at ${titleOf(title)} again, and the rejection stays.`,
      'This decision is final for this version. Next, you can revise the asset and resubmit it. A new rejection can be appealed again.',
      'We wrote:'
    ],
    words: `“${message}”`,
    button: rejectedAssets(sender)
  })
