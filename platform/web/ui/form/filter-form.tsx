import { type ReactNode, useRef } from 'react'
import { Form } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '../../list-address.ts'
import { useDebouncedSubmit } from '../../use-debounced-submit.ts'
import { useTypedBefore } from '../../use-typed-before.ts'
import { Button, LinkButton } from '../button.tsx'
import { IconSearch } from '../icons.ts'
import { TextField } from './text-field.tsx'

type Changed = (event: { currentTarget: { form: HTMLFormElement | null } }) => void

type FilterFormProps = {
  className?: string | undefined
  label?: string
  /** The name of the search in the address. */
  name?: string
  value: string
  placeholder?: string
  /** Milliseconds to wait after the last keystroke. */
  wait_ms?: number
  /** Other values in the address that submitting preserves. */
  kept?: Readonly<Record<string, string | undefined>>
  /** The list's address without filters, while filters are set. */
  clear?: string | false | undefined
  /** More fields: `chosen` submits immediately, `typed` after a pause. */
  children?: (on: { chosen: Changed; typed: Changed }) => ReactNode
}

/** Keeps a list's search and filters in its address. With JavaScript, every choice and every pause in typing submits the form; without it, the button does. */
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
  const form = useRef<HTMLFormElement>(null)
  useTypedBefore(form, () => later(form.current))
  const typed: Changed = ({ currentTarget }) => later(currentTarget.form)
  const chosen: Changed = ({ currentTarget }) => now(currentTarget.form)
  return (
    <Form
      ref={form}
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
