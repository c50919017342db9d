import { Form, useNavigation } from 'react-router'
import type { ListedTrademark } from '#catalogue/findings.contract.ts'
import { TRADEMARK_MESSAGES } from '#catalogue/findings.rules.ts'
import { showDay, showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import css from './trademarks-page.module.css'

type Trademarks = { items: ListedTrademark[]; total: number; page: number; page_size: number }
type TrademarkDeskProps = { trademarks: Trademarks; q: string; fields: Record<string, string> }

const addressOf = (q: string, page: number): string => `?${new URLSearchParams({ ...(q && { q }), page: String(page) })}`

export function TrademarkDesk({ trademarks: { items, total, page, page_size }, q, fields }: TrademarkDeskProps) {
  return (
    <div className={css['desk']}>
      <Stack gap={4}>
        <FilterForm label="Find a word" value={q} />
        <Table
          caption="Trademarks"
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            { head: 'Word or name', kind: 'title', cell: ({ word }) => <span className={css['word']}>{word}</span> },
            { head: 'Added', kind: 'date', cell: ({ added_at }) => showDay(added_at) },
            { head: '', kind: 'actions', cell: (trademark) => <RemoveForm trademark={trademark} /> }
          ]}
          empty={total > 0 ? <PastLast of="words" to={addressOf(q, 1)} /> : <NoTrademarks q={q} />}
        />
        {total > 0 && (
          <Pagination
            label="Pages of words"
            page={page}
            pages={Math.ceil(total / page_size)}
            to={(to) => addressOf(q, to)}
            note={` • ${showNumber(total)} ${total === 1 ? 'word' : 'words'}`}
          />
        )}
      </Stack>
      <Card id="add" className={css['form']}>
        <h2>Add words</h2>
        <AddForm key={total} fields={fields} />
      </Card>
    </div>
  )
}

const checkWord = (typed: string) => (typed.replace(/[,\s]/g, '') ? undefined : TRADEMARK_MESSAGES.required)

function AddForm({ fields }: { fields: Record<string, string> }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="intent" value="add" />
      <Stack gap={4}>
        <TextField
          label="Word or name"
          name="word"
          hint="Separate several by commas. Whole words count, in any case: “Acme” is found in “ACME logo”, not in “acmes”."
          check={checkWord}
          error={fields['word']}
        />
        <Button type="submit" kind="main" busy={busy}>
          Add
        </Button>
      </Stack>
    </Form>
  )
}

function RemoveForm({ trademark: { id, word } }: { trademark: ListedTrademark }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="word" value={word} />
      <Button type="submit" small kind="quiet" aria-label={`Remove ${word}`}>
        Remove
      </Button>
    </Form>
  )
}

function NoTrademarks({ q }: { q: string }) {
  if (q)
    return (
      <EmptyState drawing="search" title="No words found." action={<LinkButton to="/admin/trademarks">Show all words</LinkButton>}>
        No trademark on the list contains “{q}”.
      </EmptyState>
    )
  return (
    <EmptyState drawing="rest" title="No trademarks yet." action={<LinkButton to="#add">Add the first word</LinkButton>}>
      Add brand names, and artists and reviewers see a warning where an asset uses them.
    </EmptyState>
  )
}
