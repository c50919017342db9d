export const RECIPIENTS_MOST = 5
export const RECIPIENTS_A_DAY = 20
export const ATTACHMENT_MOST_BYTES = 1024 * 1024
export const SUBJECT_MOST = 150
export const MESSAGE_MOST = 1000
/** How long the success is shown. */
export const SENT_SHOWN_MS = 1000

export const SHARE_TEXTS = {
  recipients_required: 'Please enter at least one recipient email.',
  recipients_most: `At most ${RECIPIENTS_MOST} recipients.`,
  sent: 'Email sent!',
  send_failed: 'Failed to send email'
} as const

export const emailFailed = (status: number): string => `Email failed (${status})`

/** The addresses of a list with commas, as typed. */
export const recipientsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)

export function recipientsProblem(typed: string): string | undefined {
  const count = recipientsOf(typed).length
  if (count === 0) return SHARE_TEXTS.recipients_required
  return count > RECIPIENTS_MOST ? SHARE_TEXTS.recipients_most : undefined
}
