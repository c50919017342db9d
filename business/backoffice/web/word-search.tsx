import { Form } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'

/** Without JavaScript the button sends it; with it, each pause in typing does. */
export function WordSearch({ label, q, tab }: { label: string; q: string; tab?: string }) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        now(event.currentTarget)
      }}
    >
      {tab && <input type="hidden" name="tab" value={tab} />}
      <TextField
        label={label}
        name="q"
        type="search"
        maxLength={200}
        defaultValue={q}
        leading={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      <noscript>
        <Button type="submit">Search</Button>
      </noscript>
    </Form>
  )
}
