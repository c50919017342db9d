import { z } from 'zod'

/** The answer of a call that waits for a second admin, with status 202. */
export const pending = z.object({ status: z.literal('pending'), approval_id: z.uuid() })
export type Pending = z.output<typeof pending>

/** Whether a call waits for a second admin, so that it changed nothing yet. */
export const isPending = (answer: unknown): answer is Pending =>
  typeof answer === 'object' && answer !== null && 'approval_id' in answer && 'status' in answer && answer.status === 'pending'
