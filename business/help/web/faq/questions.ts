import type { Question } from '../../rules.ts'
import { ASSET_QUESTIONS } from './asset-questions.ts'
import { PEOPLE_QUESTIONS } from './people-questions.ts'
import { SERVICE_QUESTIONS } from './service-questions.ts'

/** All questions, in the order of the categories. */
export const QUESTIONS: readonly Question[] = [...PEOPLE_QUESTIONS, ...ASSET_QUESTIONS, ...SERVICE_QUESTIONS]
