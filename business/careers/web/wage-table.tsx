import type { publicWageRules } from '#payroll/contract.ts'
import type { Answer } from '#platform/contract/index.ts'
import { showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'

type WageRule = Answer<typeof publicWageRules>[number]

const COLUMNS: readonly Column<WageRule>[] = [
  { head: 'Category', kind: 'title', cell: ({ category }) => category.charAt(0).toUpperCase() + category.slice(1) },
  { head: 'Wage/Item', kind: 'number', cell: ({ wage }) => showDollars(Math.round(wage * 100)) },
  { head: 'Notes', cell: ({ notes }) => notes || '–' }
]

const NONE = (
  <EmptyState drawing="wallet" title="No wages are currently set." action={<LinkButton to="/contact">Contact us</LinkButton>}>
    Please check back in a few days.
  </EmptyState>
)

export const WageTable = ({ rules }: { rules: readonly WageRule[] }) => (
  <Table caption="Wages by category" columns={COLUMNS} rows={rules} rowKey={({ id }) => id} empty={NONE} />
)
