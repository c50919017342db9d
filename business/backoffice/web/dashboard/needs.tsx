import { Link } from 'react-router'
import { IconNext } from '#platform/web/ui/icons.ts'
import css from './dashboard.module.css'

export type Need = {
  /** Shown before the words, such as '3' or '$54.00'. */
  amount: string
  words: string
  to: string
}

/** What waits for the person, with the way to it. */
export function Needs({ needs, nothing }: { needs: readonly Need[]; nothing: string }) {
  return (
    <section className={css['section']} aria-labelledby="needs">
      <h2 id="needs">Needs you now</h2>
      {needs.length === 0 ? (
        <p className={css['quiet']}>{nothing}</p>
      ) : (
        <ul className={css['needs']}>
          {needs.map(({ amount, words, to }) => (
            <li key={to}>
              <Link to={to} className={css['need']}>
                <strong>{amount}</strong>
                <span>{words}</span>
                <IconNext size={16} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
