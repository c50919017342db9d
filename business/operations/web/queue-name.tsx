import { hasQueueTitle, queueTitle } from '../rules.ts'
import css from './operations-page.module.css'

/** A queue's name in words, with the technical name that the log uses. */
export function QueueName({ name }: { name: string }) {
  return (
    <span className={css['name']}>
      {queueTitle(name)}
      {hasQueueTitle(name) && <code>{name}</code>}
    </span>
  )
}
