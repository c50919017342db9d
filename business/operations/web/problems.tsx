import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import type { Operations } from '../contract.ts'
import css from './operations-page.module.css'

/** Says first whether anything needs attention, and what to do about it. */
export function Problems({ problems }: Pick<Operations, 'problems'>) {
  if (problems.length === 0) return <Notice tone="good">Nothing needs attention.</Notice>
  return (
    <Notice tone="warn" title={problems.length === 1 ? 'One problem needs attention' : `${problems.length} problems need attention`}>
      <ul className={css['problems']}>
        {problems.map(({ id, title, advice }) => (
          <li key={id}>
            <strong>{title}.</strong> {advice}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
