import { showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { WageRule } from '../contract.ts'
import css from './wage-rules-page.module.css'

type WageRuleTableProps = { rules: readonly WageRule[]; edited: WageRule | null; onDelete: (rule: WageRule) => void }

export const WageRuleTable = ({ rules, edited, onDelete }: WageRuleTableProps) => (
  <DeskTable
    name="wage-rules"
    caption="Wage rules"
    rows={rules}
    rowKey={({ id }) => id}
    selected={({ id }) => id === edited?.id}
    columns={[
      { head: 'Category', kind: 'title', cell: ({ category }) => <span className={css['category']}>{category}</span> },
      { head: 'Wage', kind: 'number', cell: ({ wage_cents }) => showDollars(wage_cents) },
      { head: 'License price', kind: 'number', cell: ({ license_price_cents }) => showDollars(license_price_cents) },
      { head: 'Notes', cell: ({ notes }) => notes || '–' },
      { head: '', kind: 'actions', cell: (rule) => <RowActions rule={rule} onDelete={onDelete} /> }
    ]}
    empty={
      <EmptyState drawing="wallet" title="No wage rules yet.">
        Assets in a category without a rule earn nothing and are not for sale.
      </EmptyState>
    }
  />
)

function RowActions({ rule, onDelete }: { rule: WageRule; onDelete: (rule: WageRule) => void }) {
  return (
    <Stack row gap={2}>
      <LinkButton to={`?edit=${rule.category}#rule`} small aria-label={`Edit ${rule.category}`}>
        Edit
      </LinkButton>
      <LinkButton to={`?history=${rule.category}#history`} small kind="quiet" aria-label={`History of ${rule.category}`}>
        History
      </LinkButton>
      <Button type="button" small kind="danger" aria-label={`Delete ${rule.category}`} onClick={() => onDelete(rule)}>
        Delete
      </Button>
    </Stack>
  )
}
