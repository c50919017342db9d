import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import css from './tabs.module.css'

export interface Tab<Key extends string> {
  key: Key
  label: ReactNode
}

interface TabsProps<Key extends string> {
  label: string
  tabs: readonly Tab<Key>[]
  chosen: Key
  onChoose: (key: Key) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs within a page or dialog. Arrow keys move between them. */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    const at = (tabs.findIndex(({ key }) => key === chosen) + step + tabs.length) % tabs.length
    onChoose(tabs[at]!.key)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div>
      <div className={css['list']} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className={css['tab']}
            aria-selected={tab.key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === chosen ? 0 : -1}
            onClick={() => onChoose(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className={css['panel']} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  )
}

export interface LinkTab {
  to: string
  label: ReactNode
  current: boolean
}

/** Tabs that are addresses: they work without JavaScript and can be shared. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav className={css['list']} aria-label={label}>
      {tabs.map(({ to, label: text, current }) => (
        <Link key={to} to={to} className={css['tab']} aria-current={current ? 'true' : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  )
}
