import { z } from 'zod'
import { emailAddress, endpoint, refusals } from '#platform/contract/index.ts'
import { MESSAGE_MOST, RECIPIENTS_A_DAY, RECIPIENTS_MOST, SHARE_TEXTS, SUBJECT_MOST } from './share.rules.ts'

const recipients = z
  .array(emailAddress(), SHARE_TEXTS.recipients_required)
  .min(1, SHARE_TEXTS.recipients_required)
  .max(RECIPIENTS_MOST, SHARE_TEXTS.recipients_most)
  .transform((addresses) => [...new Set(addresses)])

/** One line: what would break it, or hide in it, becomes a space. */
const subjectLine = z
  .string()
  .transform((typed) => typed.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim())
  .pipe(z.string().max(SUBJECT_MOST, `At most ${SUBJECT_MOST} characters.`))

export const shareLabel = endpoint({
  method: 'POST',
  path: '/auth/qr-email',
  access: 'signed_in',
  summary: 'Mails a label to up to 5 addresses. The mail is the server’s own: `html` is not passed on.',
  status: 202,
  body: z.object({
    to: recipients,
    subject: subjectLine.default(''),
    html: z.unknown().optional(),
    text: z.string().trim().max(MESSAGE_MOST, `At most ${MESSAGE_MOST} characters.`).default(''),
    attachment: z.object({
      filename: z.string().max(200).default(''),
      dataUrl: z.string().meta({ description: 'data:image/png;base64,… of at most 1 MB' })
    })
  }),
  response: z.object({ message: z.string() })
})

export const no = refusals({
  not_a_png: { status: 415, message: 'The attachment must be a PNG picture.' },
  attachment_too_large: { status: 413, message: 'The attachment is larger than 1 MB.' },
  too_many_recipients: { status: 429, message: `You can send to ${RECIPIENTS_A_DAY} recipients a day. Please try again tomorrow.` }
})
