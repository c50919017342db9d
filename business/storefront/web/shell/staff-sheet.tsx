import { NavLink } from 'react-router'
import { type Worker, workplaceOf } from '../../rules.ts'
import css from './staff-sheet.module.css'
import { useWorkplace } from './workplace/use-workplace.ts'
import { WaitingCount } from './workplace/waiting-count.tsx'

/** The sidebar's groups, in the menu that phones and public pages have. */
export function StaffSheet({ worker }: { worker: Worker }) {
  const waiting = useWorkplace()?.waiting
  return workplaceOf(worker).map(({ label, pages }, index) => (
    <div key={label ?? index} className={css['group']}>
      {label && <p className={css['label']}>{label}</p>}
      <ul className={css['pages']} aria-label={label}>
        {pages.map(({ to, label: name, queue }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/' || to === '/assets'} prefetch="intent">
              {name}
            </NavLink>
            <WaitingCount count={queue && waiting?.[queue]} />
          </li>
        ))}
      </ul>
    </div>
  ))
}
