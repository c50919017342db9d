import { Form } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import type { Removed } from './collection-action.ts'
import css from './collection-page.module.css'

/** Brings a removed work back with its note, to its place. */
export function UndoForm(removed: Removed) {
  return (
    <Form method="post" preventScrollReset className={css['undo']}>
      <input type="hidden" name="intent" value="restore" />
      {Object.entries(removed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" small>
        Undo
      </Button>
    </Form>
  )
}
