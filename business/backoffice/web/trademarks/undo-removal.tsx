import { Form } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import css from './trademarks-page.module.css'

/** Puts a word back on the list. */
export function UndoRemoval({ word }: { word: string }) {
  return (
    <Form method="post" preventScrollReset className={css['undo']}>
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="word" value={word} />
      <Button type="submit" small>
        Undo
      </Button>
    </Form>
  )
}
