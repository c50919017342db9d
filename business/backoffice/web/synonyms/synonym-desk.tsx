import { useState } from 'react'
import type { SynonymGroup } from '#catalogue/search.contract.ts'
import { showDay, showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { DeleteDialog } from '#platform/web/ui/feedback/delete-dialog.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { SynonymForm } from './synonym-form.tsx'
import css from './synonyms-page.module.css'

type Groups = { items: SynonymGroup[]; total: number; page: number; page_size: number }

interface SynonymDeskProps {
  groups: Groups
  edited: SynonymGroup | null
  /** A search without results, as the first word of a new group. */
  prefilled: string
  q: string
  fields: Record<string, string>
}

const addressOf = (q: string, page: number, more = ''): string => `?${new URLSearchParams({ ...(q && { q }), page: String(page) })}${more}`

export function SynonymDesk({ groups: { items, total, page, page_size }, edited, prefilled, q, fields }: SynonymDeskProps) {
  const [toDelete, setToDelete] = useState<SynonymGroup>()
  return (
    <div className={css['desk']}>
      <Stack gap={4}>
        <FilterForm label="Find a word" value={q} />
        <DeskTable
          name="synonyms"
          caption="Synonym groups"
          rows={items}
          rowKey={({ id }) => id}
          selected={({ id }) => id === edited?.id}
          columns={[
            { head: 'Words', kind: 'title', cell: (group) => <Words group={group} /> },
            { head: 'Changed', kind: 'date', cell: ({ updated_at }) => showDay(updated_at) },
            { head: '', kind: 'actions', cell: (group) => <RowActions group={group} to={addressOf(q, page)} onDelete={setToDelete} /> }
          ]}
          empty={
            total > 0 ? (
              <PastLast of="groups" to={addressOf(q, 1)} />
            ) : (
              <EmptyState
                drawing="search"
                title="No synonym groups found."
                action={
                  q ? <LinkButton to="/admin/synonyms">Show all groups</LinkButton> : <LinkButton to="#group">Add a group</LinkButton>
                }
              >
                Add a group, and a search for one of its words also finds the others.
              </EmptyState>
            )
          }
        />
        {total > 0 && (
          <Pagination
            label="Pages of groups"
            page={page}
            pages={Math.ceil(total / page_size)}
            to={(to) => addressOf(q, to)}
            note={` • ${showNumber(total)} groups`}
          />
        )}
      </Stack>
      <Card id="group" className={css['form']}>
        <h2>{edited ? 'Edit a group' : 'Add a group'}</h2>
        <SynonymForm
          key={`${edited?.id} ${prefilled} ${total} ${edited?.updated_at}`}
          edited={edited}
          prefilled={prefilled}
          fields={fields}
        />
      </Card>
      <DeleteDialog title="Delete this group?" sent={toDelete && { id: toDelete.id }} onClose={() => setToDelete(undefined)}>
        Searches for “{toDelete?.words.join('”, “')}” will no longer find each other’s results.
      </DeleteDialog>
    </div>
  )
}

function Words({ group: { words, one_way } }: { group: SynonymGroup }) {
  const [first, ...others] = words
  if (!one_way) return <span className={css['words']}>{words.join(', ')}</span>
  return (
    <span className={css['words']}>
      {first} → {others.join(', ')} <Badge tone="quiet">One way</Badge>
    </span>
  )
}

type RowActionsProps = { group: SynonymGroup; to: string; onDelete: (group: SynonymGroup) => void }

function RowActions({ group, to, onDelete }: RowActionsProps) {
  const [name] = group.words
  return (
    <div className={css['actions']}>
      <LinkButton to={`${to}&edit=${group.id}#group`} small aria-label={`Edit the group of ${name}`}>
        Edit
      </LinkButton>
      <Button type="button" small kind="danger" aria-label={`Delete the group of ${name}`} onClick={() => onDelete(group)}>
        Delete
      </Button>
    </div>
  )
}
