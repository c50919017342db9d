import type { FaqTopic, Question } from '../../rules.ts'

type Answered = readonly [question: string, answer: string]

/** Assigns a topic to questions and their answers. */
export const questionsOn = (topic: FaqTopic, questions: readonly Answered[]): Question[] =>
  questions.map(([question, answer]) => ({ topic, question, answer }))
