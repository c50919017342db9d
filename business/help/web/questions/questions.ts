import type { Site } from '#platform/web/site.ts'
import type { FaqTopic } from '../../rules.ts'

export type QuestionsOf = (site: Site) => Partial<Record<FaqTopic, readonly (readonly [question: string, answer: string])[]>>
