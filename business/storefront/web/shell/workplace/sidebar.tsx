import { useState } from 'react'
import { NavLink } from 'react-router'
import type { Waiting } from '#backoffice/contract.ts'
import { IconSidebar } from '#platform/web/ui/icons.ts'
import { type DeskPage, type PageGroup, type Worker, workplaceOf } from '../../../rules.ts'
import { rememberNarrow } from './narrow-cookie.ts'
import { PAGE_ICONS } from './page-icons.ts'
import css from './sidebar.module.css'
import { useWaiting } from './use-waiting.ts'
import { WaitingCount } from './waiting-count.tsx'

type SidebarProps = { worker: Worker; waiting: Waiting | null; isNarrow: boolean }

/** The pages that the person may open, in groups. The checkbox narrows it to its icons by CSS, so it works before hydration. */
export function Sidebar({ worker, waiting: loaded, isNarrow }: SidebarProps) {
  const waiting = useWaiting(loaded)
  const [hasIconsOnly, setIconsOnly] = useState(isNarrow)
  return (
    <nav className={css['sidebar']} aria-label="Main">
      <div id="own-pages" className={css['groups']}>
        {workplaceOf(worker).map((group, index) => (
          <Group key={group.label ?? index} group={group} waiting={waiting} />
        ))}
      </div>
      <label className={css['toggle']}>
        <input
          type="checkbox"
          autoComplete="off"
          checked={hasIconsOnly}
          onChange={({ currentTarget: { checked } }) => {
            setIconsOnly(checked)
            rememberNarrow(checked)
          }}
        />
        <IconSidebar size={18} stroke={1.75} aria-hidden="true" />
        <span className={css['label']}>Icons only</span>
      </label>
    </nav>
  )
}

function Group({ group: { label, pages }, waiting }: { group: PageGroup; waiting: Waiting | null }) {
  return (
    <div className={css['group']}>
      {label && <p className={css['groupLabel']}>{label}</p>}
      <ul className={css['pages']} aria-label={label}>
        {pages.map((page) => (
          <Page key={page.to} page={page} count={page.queue && waiting?.[page.queue]} />
        ))}
      </ul>
    </div>
  )
}

function Page({ page: { to, label }, count }: { page: DeskPage; count: number | undefined }) {
  const Icon = PAGE_ICONS[to]
  return (
    <li>
      <NavLink to={to} end={to === '/' || to === '/assets'} className={css['link'] ?? ''} prefetch="intent" title={label}>
        {Icon ? <Icon size={18} stroke={1.75} aria-hidden="true" /> : <span aria-hidden="true">{label.slice(0, 1)}</span>}
        <span className={css['label']}>{label}</span>
      </NavLink>
      <WaitingCount count={count} />
    </li>
  )
}
