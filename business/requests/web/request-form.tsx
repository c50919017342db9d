import { type ReactNode, useRef } from 'react'
import { useFetcher, useNavigation } from 'react-router'
import { BUSINESS_ZONE } from '#platform/contract/zone.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { CustomRequest } from '../contract.ts'
import { REQUEST_CATEGORIES, REQUEST_DESCRIPTION_MAX, REQUEST_TITLE_MAX } from '../rules.ts'
import { useDraft } from './conversation/use-draft.ts'
import css from './request-form.module.css'
import { categoryName } from './request-words.ts'

/** The result of the page's actions: errors by field, the values that were sent (for pages without JavaScript), and a success message. */
export type RequestAnswer = { fields?: Record<string, string>; typed?: Record<string, string>; done?: string }

const CATEGORIES = [
  { value: '', label: 'Choose a category' },
  ...REQUEST_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))
]

const required = (message: string) => (text: string) => (text.trim() === '' ? message : undefined)
const BUDGET = /^\d{1,9}(\.\d{1,2})?$/
const checkBudget = (text: string) => (text.trim() === '' || BUDGET.test(text.trim()) ? undefined : 'Enter a budget such as 250 or 99.50.')
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE }).format(new Date())

type RequestFormProps = {
  /** The storage key of the draft: the user and, for a change, the request. */
  draft: string
  /** The request to change. Without it the form submits a new one. */
  request?: CustomRequest | undefined
  /** The title to begin a new request with. */
  title?: string
  /** The result of a form that was sent without JavaScript. */
  answer?: RequestAnswer | undefined
  /** The URL the form is sent to. */
  to: string
  /** Further buttons next to the submit button. */
  children?: ReactNode
}

/** The values of a request as its form shows them. */
function valuesOf(request: CustomRequest | undefined, asked: string | undefined): Record<string, string | undefined> {
  if (!request) return { title: asked }
  const { title, description, category, budget, due_date } = request
  return { title, description, category, budget: budget?.toFixed(2), due_date: due_date ?? '' }
}

export function RequestForm({ draft, request, title, answer: sent, to, children }: RequestFormProps) {
  const fetcher = useFetcher<RequestAnswer>({ key: `request form ${request?.id ?? 'new'}` })
  const form = useRef<HTMLFormElement>(null)
  const keep = useDraft(draft, form)
  const isLeaving = useNavigation().state !== 'idle'
  const busy = fetcher.state !== 'idle' || isLeaving
  const answer = fetcher.data ?? sent
  const sentOnce = useSentOnce(busy, answer)
  const { fields = {} } = answer ?? {}
  const values = { ...valuesOf(request, title), ...sent?.typed }
  return (
    <fetcher.Form ref={form} method="post" action={to} noValidate className={css['form']} onInput={keep} onSubmit={sentOnce}>
      <input type="hidden" name="intent" value={request ? 'edit' : 'create'} />
      {request && <input type="hidden" name="id" value={request.id} />}
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <TextField
        label="Title"
        name="title"
        required
        maxLength={REQUEST_TITLE_MAX}
        defaultValue={values['title']}
        check={required('Please enter a title.')}
        error={fields['title']}
      />
      <TextArea
        label="Description"
        name="description"
        required
        rows={5}
        maxLength={REQUEST_DESCRIPTION_MAX}
        hint="Tell us what it is for, the style and sizes you need, and links to examples."
        defaultValue={values['description']}
        check={required('Please describe what you need.')}
        error={fields['description']}
      />
      <div className={css['row']}>
        <Select
          label="Category"
          name="category"
          required
          options={CATEGORIES}
          defaultValue={values['category'] ?? ''}
          check={required('Please choose a category.')}
          error={fields['category']}
        />
        <TextField
          label="Budget"
          name="budget"
          inputMode="decimal"
          optional
          leading="$"
          defaultValue={values['budget']}
          check={checkBudget}
          error={fields['budget']}
        />
        <TextField
          label="Due date"
          name="due_date"
          type="date"
          optional
          {...(request ? {} : { min: today() })}
          defaultValue={values['due_date'] ?? ''}
          error={fields['due_date']}
        />
      </div>
      <div className={css['buttons']}>
        <Button type="submit" kind="main" busy={busy}>
          {request ? 'Save changes' : 'Submit request'}
        </Button>
        {children}
      </div>
    </fetcher.Form>
  )
}
