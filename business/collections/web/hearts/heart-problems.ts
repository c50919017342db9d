import { MESSAGES } from '../../rules.ts'

/** Why a heart was not kept, by the code of the refusal. */
const PROBLEMS = {
  too_many_collections: MESSAGES.too_many,
  too_many: 'You have changed a lot at once, so this work was not kept. Please wait a moment and try again.'
} as const
export type HeartProblem = keyof typeof PROBLEMS

/** Returns the code if there is something to say about it. */
export const heartProblem = (code: string | null): HeartProblem | undefined =>
  code !== null && Object.hasOwn(PROBLEMS, code) ? (code as HeartProblem) : undefined

export const heartWords = (problem: HeartProblem): string => PROBLEMS[problem]
