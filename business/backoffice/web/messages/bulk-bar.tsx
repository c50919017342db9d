import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { ContactMessage } from '#help/contract.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import css from '../list-bar.module.css'

type Change = { field: 'done' | 'spam'; value: boolean }

type BulkBarProps = { picked: readonly ContactMessage[]; onAll: () => void; onClear: () => void }

/** Marks the ticked messages at once. Nothing is asked before: Undo takes it back. */
export function BulkBar({ picked, onAll, onClear }: BulkBarProps) {
  const fetcher = useFetcher<{ fields?: Record<string, string> }>()
  const change = useRef((_ids: readonly string[], _change: Change) => {})
  useEffect(() => {
    change.current = (ids, { field, value }) => {
      const form = new FormData()
      for (const id of ids) form.append('id', id)
      form.set(field, String(value))
      void fetcher.submit(form, { method: 'post', action: '/admin/messages' })
    }
  })
  const mark = (wanted: Change, done: string) => {
    // Undo must not change what was as wanted before.
    const isAsWanted = ({ state }: ContactMessage) => (state === wanted.field) === wanted.value
    const ids = picked.filter((message) => !isAsWanted(message)).map(({ id }) => id)
    change.current(ids, wanted)
    onClear()
    const count = ids.length === 1 ? '1 message' : `${ids.length} messages`
    toast(`${count} ${done}.`, 'good', { label: 'Undo', act: () => change.current(ids, { ...wanted, value: !wanted.value }) })
  }
  const refusal = fetcher.data?.fields && Object.values(fetcher.data.fields)[0]
  if (picked.length === 0) return refusal ? <Notice tone="bad">{refusal}</Notice> : null
  const isSpam = picked.every(({ state }) => state === 'spam')
  const isOpen = picked.some(({ state }) => state === 'open')
  return (
    <section className={css['bulk']} aria-label="Selected messages">
      <span role="status">{picked.length} selected</span>
      {!isSpam && (
        <Button type="button" small kind="main" onClick={() => mark({ field: 'done', value: isOpen }, isOpen ? 'marked done' : 'reopened')}>
          {isOpen ? 'Mark selected done' : 'Reopen selected'}
        </Button>
      )}
      <Button
        type="button"
        small
        onClick={() => mark({ field: 'spam', value: !isSpam }, isSpam ? 'moved back from spam' : 'marked as spam')}
      >
        {isSpam ? 'Selected are not spam' : 'Selected are spam'}
      </Button>
      <Button type="button" small kind="quiet" onClick={onAll}>
        Select all on this page
      </Button>
      <Button type="button" small kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}
