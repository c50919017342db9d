export const RECIPIENTS_MAX = 5
export const RECIPIENTS_PER_DAY = 20
export const ATTACHMENT_MAX_BYTES = 1024 * 1024
export const SUBJECT_MAX = 150
export const MESSAGE_MAX = 1000
/** How long the success message is shown, in milliseconds. */
export const SENT_SHOWN_MS = 1000

export const SHARE_TEXTS = {
  recipients_required: 'Please enter at least one recipient email.',
  max_recipients: `At most ${RECIPIENTS_MAX} recipients.`,
  sent: 'Email sent!',
  send_failed: 'Failed to send email'
} as const

export const emailFailed = (status: number): string => `Email failed (${status})`

/** Splits a comma-separated list of addresses. */
export const recipientsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)

export function recipientsProblem(typed: string): string | undefined {
  const count = recipientsOf(typed).length
  if (count === 0) return SHARE_TEXTS.recipients_required
  return count > RECIPIENTS_MAX ? SHARE_TEXTS.max_recipients : undefined
}
