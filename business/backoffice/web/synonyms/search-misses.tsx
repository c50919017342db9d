import { Form } from 'react-router'
import { MISS_DAYS } from '#catalogue/rules.ts'
import type { SearchMiss } from '#catalogue/search.contract.ts'
import { showDay, showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'

type Misses = { items: SearchMiss[]; total: number; page: number; page_size: number }

const addressOf = (q: string, page: number): string => `?${new URLSearchParams({ tab: 'misses', ...(q && { q }), page: String(page) })}`

export function SearchMisses({ misses: { items, total, page, page_size }, q }: { misses: Misses; q: string }) {
  return (
    <Stack gap={4}>
      <p>
        The last {MISS_DAYS} days, most frequent first. We do not store who searched. Add synonyms for a search, or tell artists what is
        missing.
      </p>
      <FilterForm label="Find a search" value={q} kept={{ tab: 'misses' }} />
      <DeskTable
        name="searches-without-results"
        caption="Searches without results"
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          { head: 'Search', kind: 'title', cell: ({ words }) => words },
          { head: 'Times', kind: 'number', cell: ({ times }) => showNumber(times) },
          { head: 'Last searched', kind: 'date', cell: ({ last_at }) => showDay(last_at) },
          { head: '', kind: 'actions', cell: (miss) => <RowActions miss={miss} /> }
        ]}
        empty={
          total > 0 ? (
            <PastLast of="searches" to={addressOf(q, 1)} />
          ) : (
            <EmptyState
              drawing={q ? 'search' : 'rest'}
              title={q ? 'No searches found.' : 'Every search returned results.'}
              action={
                q ? (
                  <LinkButton to="/admin/synonyms?tab=misses">Show all searches</LinkButton>
                ) : (
                  <LinkButton to="/admin/synonyms">Show synonyms</LinkButton>
                )
              }
            >
              Searches that return nothing appear here.
            </EmptyState>
          )
        }
      />
      {total > 0 && (
        <Pagination
          label="Pages of searches"
          page={page}
          pages={Math.ceil(total / page_size)}
          to={(to) => addressOf(q, to)}
          note={` • ${showNumber(total)} searches`}
        />
      )}
    </Stack>
  )
}

function RowActions({ miss: { id, words } }: { miss: SearchMiss }) {
  return (
    <Stack row gap={2}>
      <LinkButton to={`/admin/synonyms?${new URLSearchParams({ words })}#group`} small aria-label={`Add synonym for ${words}`}>
        Add synonym
      </LinkButton>
      <Form method="post" action="/admin/synonyms" preventScrollReset>
        <input type="hidden" name="intent" value="forget" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" small kind="quiet" aria-label={`Dismiss ${words}`}>
          Dismiss
        </Button>
      </Form>
    </Stack>
  )
}
