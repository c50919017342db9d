import { hello, type Sender } from '#platform/mails/index.ts'
import { artistMail, titleOf } from './artist-letter.tsx'

type Resubmitted = { sender: Sender; name: string; title: string; ends_appeal: boolean }

/** To the artist, when a revised asset is in the review queue again. */
export const resubmittedMail = ({ sender, name, title, ends_appeal }: Resubmitted) =>
  artistMail(sender, {
    subject: 'Your asset is in review again',
    title: 'Your asset is in review again',
    paragraphs: [
      hello(name),
      `We received the new version of ${titleOf(title)}.`,
      'Next, a reviewer compares it with the version that we rejected, and we email you the decision. You do not have to do anything.',
      ...(ends_appeal ? ['Your appeal against the rejection has ended, because we now review the new version.'] : [])
    ],
    words: 'Until it is approved, you can still change its title, category, and tags.',
    button: { label: 'My Assets', href: `${sender.public_url}/assets?status=pending` }
  })
