import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '../list-address.ts'
import { useDebouncedSubmit } from '../use-debounced-submit.ts'
import { Button, LinkButton } from './button.tsx'
import { IconSearch } from './icons.ts'
import { TextField } from './text-field.tsx'

type Changed = (event: { currentTarget: { form: HTMLFormElement | null } }) => void

type FilterFormProps = {
  className?: string | undefined
  label?: string
  /** The search's name in the address. */
  name?: string
  value: string
  placeholder?: string
  /** Milliseconds after the last keystroke. */
  wait_ms?: number
  /** What the address says beside these fields, and goes on saying. */
  kept?: Readonly<Record<string, string | undefined>>
  /** The list's own address, while it is narrowed. */
  clear?: string | false | undefined
  /** Further fields: `chosen` sends at once, `typed` after a pause. */
  children?: (on: { chosen: Changed; typed: Changed }) => ReactNode
}

/** A list's search and filters in its address. Without JavaScript the button sends them; with it, each choice and each pause in typing does. */
export function FilterForm({
  className,
  label = 'Search',
  name = 'q',
  value,
  placeholder,
  wait_ms,
  kept = {},
  clear,
  children
}: FilterFormProps) {
  const { later, now } = useDebouncedSubmit(wait_ms ?? SEARCH_DEBOUNCE_MS)
  const typed: Changed = ({ currentTarget }) => later(currentTarget.form)
  const chosen: Changed = ({ currentTarget }) => now(currentTarget.form)
  return (
    <Form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        now(event.currentTarget)
      }}
    >
      {Object.entries(kept).map(([field, said]) => said && <input key={field} type="hidden" name={field} value={said} />)}
      <TextField
        label={label}
        name={name}
        type="search"
        maxLength={200}
        placeholder={placeholder}
        defaultValue={value}
        leading={<IconSearch size={18} aria-hidden="true" />}
        onChange={typed}
      />
      {children?.({ chosen, typed })}
      {clear && (
        <LinkButton to={clear} kind="quiet" reloadDocument>
          Clear
        </LinkButton>
      )}
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  )
}
