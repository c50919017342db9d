import { type ReactNode, useEffect, useRef, useState } from 'react'
import css from './desk-table.module.css'

/** A native disclosure that opens without JavaScript. With it, Escape and a press elsewhere close it. With `lazy`, its content exists only while it is open. */
export function DropDown({ label, lazy, children }: { label: ReactNode; lazy?: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (returnsFocus: boolean) => {
      const shown = details.current
      if (!shown?.open) return
      shown.open = false
      if (returnsFocus) shown.querySelector('summary')?.focus()
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(true)
    }
    const point = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close(false)
    }
    addEventListener('keydown', press)
    addEventListener('pointerdown', point)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('pointerdown', point)
    }
  }, [])
  return (
    <details ref={details} className={css['dropDown']} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{label}</summary>
      <div className={css['panel']}>{(isOpen || !lazy) && children}</div>
    </details>
  )
}
