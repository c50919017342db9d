import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { Assignee } from '#requests/desk.contract.ts'
import css from './employee-field.module.css'
import { labelOf } from './employee-search.ts'
import { type Found, useEmployeeSearch } from './use-employee-search.ts'

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

type EmployeeFieldProps = {
  label: string
  name: string
  defaultValue?: string | undefined
  error?: string | undefined
  /** Leaves out employees who cannot be assigned. */
  activeOnly?: boolean
  /** Called after an employee was chosen or the text was cleared. */
  onChosen?: (event: { currentTarget: HTMLInputElement }) => void
}

/** Finds an employee by name or email address. Without JavaScript it is a text field whose text the server looks up. */
export function EmployeeField({ label, name, defaultValue = '', error, activeOnly = false, onChosen }: EmployeeFieldProps) {
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(defaultValue)
  const [isOpen, setOpen] = useState(false)
  const { found, search } = useEmployeeSearch()
  const options = found.state === 'found' ? found.items.filter(({ is_active }) => is_active || !activeOnly) : []
  const { active, setActive, moveBy } = useActiveOption(options.length)

  const open = (typed: string, wait_ms?: number) => {
    setOpen(true)
    setActive(-1)
    search(typed, wait_ms)
  }
  const change = (typed: string) => {
    // The form that `onChosen` sends must already have the new text.
    flushSync(() => setText(typed))
    const input = field.current?.querySelector('input')
    if (input) onChosen?.({ currentTarget: input })
  }
  const choose = (employee: Assignee) => {
    setOpen(false)
    change(labelOf(employee))
  }
  const move = (step: number) => {
    if (isOpen) moveBy(step)
    else open('', 0)
  }
  /** Returns true if the list has handled the key. */
  const handleKey = (key: string): boolean => {
    const chosen = isOpen ? options[active] : undefined
    const step = STEPS[key]
    if (step) move(step)
    else if (key === 'Enter' && chosen) choose(chosen)
    else if (key === 'Escape' && isOpen) setOpen(false)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (handleKey(event.key)) event.preventDefault()
  }

  return (
    <div className={css['field']} ref={field}>
      <TextField
        label={label}
        name={name}
        value={text}
        error={error}
        autoComplete="off"
        maxLength={200}
        placeholder="Name or email"
        {...comboboxProps(id, isOpen, options[active] ? active : undefined)}
        onChange={({ currentTarget: { value } }) => {
          if (value === '') change(value)
          else setText(value)
          open(value)
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => open('', 0)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <EmployeeOptions
          id={id}
          label={label}
          options={options}
          active={active}
          status={statusText(found, options.length)}
          onChoose={choose}
        />
      )}
    </div>
  )
}

function useActiveOption(count: number) {
  const [active, setActive] = useState(-1)
  return { active, setActive, moveBy: (step: number) => setActive(Math.min(Math.max(active + step, 0), count - 1)) }
}

const comboboxProps = (id: string, isOpen: boolean, active: number | undefined) => ({
  role: 'combobox',
  'aria-autocomplete': 'list' as const,
  'aria-expanded': isOpen,
  'aria-controls': `${id}-list`,
  'aria-activedescendant': isOpen && active !== undefined ? `${id}-${active}` : undefined
})

type EmployeeOptionsProps = {
  id: string
  label: string
  options: readonly Assignee[]
  /** The index of the option that Enter chooses. */
  active: number
  status: string
  onChoose: (employee: Assignee) => void
}

/** The focus stays in the field, which names the active option, so the options themselves are not focusable. */
function EmployeeOptions({ id, label, options, active, status, onChoose }: EmployeeOptionsProps) {
  return (
    <div className={css['popup']}>
      <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={`${label}: employees`} className={css['list']}>
        {options.map((employee, index) => (
          <div
            key={employee.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={css['option']}
            // Keeps the focus in the field, so that its blur does not close the list first.
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(employee)
            }}
          >
            {employee.name}
            <span className={css['note']}>
              {employee.email}
              {!employee.is_active && ', inactive'}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={css['note']}>
        {status}
      </p>
    </div>
  )
}

function statusText(found: Found, count: number): string {
  if (found.state === 'loading') return 'Searching…'
  if (found.state === 'failed') return 'The search failed. Please try again.'
  if (count === 0) return 'No employees found.'
  const more = found.total - found.items.length
  return more > 0 ? `${more} more. Keep typing to narrow the list.` : ''
}
