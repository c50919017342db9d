import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import css from './reports-page.module.css'

/** The date range of a report. The end is exclusive. */
export function RangeForm({ start, end, children }: { start: string; end: string; children: ReactNode }) {
  return (
    <Form className={css['range']}>
      <TextField key={`start ${start}`} label="Start" name="start" type="date" defaultValue={start} />
      <TextField key={`end ${end}`} label="End" name="end" type="date" defaultValue={end} hint="Not included" />
      {children}
    </Form>
  )
}

export const rangeQuery = (start: string, end: string): string => `?${new URLSearchParams({ start, end })}`
