import { useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useUndoToast } from '#platform/web/use-undo-toast.ts'
import type { CustomRequest } from '#requests/contract.ts'
import css from '../list-bar.module.css'
import { changed, manyForm } from '../many-form.ts'
import { EmployeeField } from './employee-field.tsx'

type Answer = { fields?: Record<string, string> | undefined; done?: string | undefined; done_ids?: string[] }
type BulkBarProps = { picked: readonly CustomRequest[]; onAll: () => void; onClear: () => void }

/**
 * Assigns the ticked requests at once. Nothing is asked before: Undo assigns each as it was. Their status is set one by one, because its
 * client is told and it cannot go back to pending.
 */
export function RequestBulkBar({ picked, onAll, onClear }: BulkBarProps) {
  const fetcher = useFetcher<Answer>()
  const undoing = useFetcher<Answer>()
  const [was, setWas] = useState<readonly string[]>([])
  useUndoToast(fetcher.state === 'idle' ? fetcher.data : undefined, {
    undo: () =>
      void undoing.submit(manyForm('restore-many', 'was', changed(was, ':', fetcher.data?.done_ids)), {
        method: 'post',
        action: '/admin/requests'
      }),
    onDone: onClear
  })
  const open = picked.filter(({ status }) => status !== 'cancelled')
  const assign = (employee: string) => {
    setWas(open.map(({ id, assigned_employee_id }) => `${id}:${assigned_employee_id ?? ''}`))
    const form = manyForm(
      'assign-many',
      'id',
      open.map(({ id }) => id)
    )
    form.set('employee', employee)
    void fetcher.submit(form, { method: 'post', action: '/admin/requests' })
  }
  const refusal = Object.values(fetcher.data?.fields ?? undoing.data?.fields ?? {})[0]
  if (picked.length === 0) return refusal ? <Notice tone="bad">{refusal}</Notice> : null
  return (
    <section className={css['bulk']} aria-label="Selected requests">
      <span role="status">{countOf(picked.length, picked.length - open.length)}</span>
      <fetcher.Form
        className={css['assign']}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('employee')
          if (typeof typed === 'string' && typed.trim()) assign(typed)
        }}
      >
        <EmployeeField label="Employee" name="employee" activeOnly error={refusal} />
        <Button type="submit" kind="main" busy={fetcher.state !== 'idle'} disabled={open.length === 0}>
          Assign selected
        </Button>
      </fetcher.Form>
      {open.some(({ assigned_employee_id }) => assigned_employee_id) && (
        <Button type="button" onClick={() => assign('')}>
          Unassign selected
        </Button>
      )}
      <Button type="button" kind="quiet" onClick={onAll}>
        Select all on this page
      </Button>
      <Button type="button" kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}

const countOf = (picked: number, canceled: number): string =>
  canceled === 0 ? `${picked} selected` : `${picked} selected, ${canceled} of them canceled`
