import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { IconDown } from '#platform/web/ui/icons.ts'
import { NO_QUESTIONS, type Question } from '../../rules.ts'
import { Prose } from '../prose.tsx'
import css from './question-list.module.css'

/** The shared `name` makes the browser keep only one answer open. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  if (questions.length === 0)
    return (
      <EmptyState drawing="search" title={NO_QUESTIONS} action={<LinkButton to="/contact">Contact us</LinkButton>}>
        Try different words, or choose All.
      </EmptyState>
    )
  return (
    <div className={css['list']}>
      {questions.map(({ topic, question, answer }) => (
        <details key={question} name="faq" className={css['item']}>
          <summary>
            <span className={css['question']}>{question}</span>
            <span className={css['topic']}>{topic}</span>
            <IconDown size={18} aria-hidden="true" />
          </summary>
          <div className={css['answer']}>
            <Prose blocks={[answer]} />
          </div>
        </details>
      ))}
    </div>
  )
}
