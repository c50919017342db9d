import { type ReactNode, useRef } from 'react'
import { useFetcher, useNavigation } from 'react-router'
import { BUSINESS_ZONE } from '#platform/contract/zone.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { TextArea, TextField } from '#platform/web/ui/text-field.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { CustomRequest } from '../contract.ts'
import { REQUEST_CATEGORIES, REQUEST_DESCRIPTION_MAX, REQUEST_TITLE_MAX } from '../rules.ts'
import css from './request-form.module.css'
import { categoryName } from './request-words.ts'
import { useDraft } from './use-draft.ts'

/** What the page's actions answer: texts by field, what was typed for a page without JavaScript, and what is done. */
export type RequestAnswer = { fields?: Record<string, string>; typed?: Record<string, string>; done?: string }

const CATEGORIES = [
  { value: '', label: 'Choose a category' },
  ...REQUEST_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))
]

const needed = (said: string) => (typed: string) => (typed.trim() === '' ? said : undefined)
const BUDGET = /^\d{1,9}(\.\d{1,2})?$/
const checkBudget = (typed: string) =>
  typed.trim() === '' || BUDGET.test(typed.trim()) ? undefined : 'Enter a budget such as 250 or 99.50.'
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE }).format(new Date())

type RequestFormProps = {
  /** Names the draft: whose, and of what. */
  draft: string
  /** The one to change; without it a new one is submitted. */
  request?: CustomRequest | undefined
  /** Of a page that was sent without JavaScript. */
  answer?: RequestAnswer | undefined
  /** Where the form leads. */
  to: string
  /** Beside the button that sends. */
  children?: ReactNode
}

export function RequestForm({ draft, request, answer: sent, to, children }: RequestFormProps) {
  const fetcher = useFetcher<RequestAnswer>({ key: `request form ${request?.id ?? 'new'}` })
  const form = useRef<HTMLFormElement>(null)
  const keep = useDraft(draft, form)
  const isLeaving = useNavigation().state !== 'idle'
  const busy = fetcher.state !== 'idle' || isLeaving
  const answer = fetcher.data ?? sent
  const sentOnce = useSentOnce(busy, answer)
  const fields = answer?.fields ?? {}
  const typed = sent?.typed ?? {}
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
        defaultValue={typed['title'] ?? request?.title}
        check={needed('Please enter a title.')}
        error={fields['title']}
      />
      <TextArea
        label="Description"
        name="description"
        required
        rows={5}
        maxLength={REQUEST_DESCRIPTION_MAX}
        hint="What it is for, its style and sizes, and links to examples."
        defaultValue={typed['description'] ?? request?.description}
        check={needed('Please describe what you need.')}
        error={fields['description']}
      />
      <div className={css['row']}>
        <Select
          label="Category"
          name="category"
          required
          options={CATEGORIES}
          defaultValue={typed['category'] ?? request?.category ?? ''}
          check={needed('Please choose a category.')}
          error={fields['category']}
        />
        <TextField
          label="Budget"
          name="budget"
          inputMode="decimal"
          optional
          leading="$"
          defaultValue={typed['budget'] ?? request?.budget?.toFixed(2)}
          check={checkBudget}
          error={fields['budget']}
        />
        <TextField
          label="Due date"
          name="due_date"
          type="date"
          optional
          {...(request ? {} : { min: today() })}
          defaultValue={typed['due_date'] ?? request?.due_date ?? ''}
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
