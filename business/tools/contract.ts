import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint } from '#platform/contract/index.ts'
import { MESSAGE_MAX, RECIPIENTS_MAX, RECIPIENTS_PER_DAY, SHARE_TEXTS, SUBJECT_MAX } from './share.rules.ts'

const recipients = z
  .array(emailAddress(), SHARE_TEXTS.recipients_required)
  .min(1, SHARE_TEXTS.recipients_required)
  .max(RECIPIENTS_MAX, SHARE_TEXTS.max_recipients)
  .transform((addresses) => [...new Set(addresses)])

/** A single line: line breaks and hidden control characters become spaces. */
const subjectLine = z
  .string()
  .transform((typed) => typed.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim())
  .pipe(z.string().max(SUBJECT_MAX, `At most ${SUBJECT_MAX} characters.`))

export const shareLabel = endpoint({
  method: 'POST',
  path: '/auth/qr-email',
  access: 'signed_in',
  summary: `Sends a label to up to ${RECIPIENTS_MAX} email addresses. The server writes the email; \`html\` is ignored.`,
  status: 202,
  // The label's picture has at most 1 MB, and is sent as a data URL.
  max_body_bytes: 2 * 1024 * 1024,
  body: z.object({
    to: recipients,
    subject: subjectLine.default(''),
    html: z.unknown().optional(),
    text: z.string().trim().max(MESSAGE_MAX, `At most ${MESSAGE_MAX} characters.`).default(''),
    attachment: z.object({
      filename: z.string().max(200).default(''),
      dataUrl: z.string().meta({ description: 'data:image/png;base64,… of at most 1 MB' })
    })
  }),
  response: z.object({ message: z.string() })
})

export const refusals = defineRefusals({
  not_a_png: { status: 415, message: 'The attachment must be a PNG image.' },
  attachment_too_large: { status: 413, message: 'The attachment is larger than 1 MB.' },
  too_many_recipients: {
    status: 429,
    message: `You can send labels to ${RECIPIENTS_PER_DAY} recipients per day. Please try again tomorrow.`
  }
})
