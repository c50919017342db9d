import { categoryLabel } from '#catalogue/rules.ts'
import { showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import css from './wage-table.module.css'

type Rule = { category: string; wage: number }

/** The current wage for an approved asset, by category. */
export function WageTable({ rules }: { rules: readonly Rule[] }) {
  return (
    <section aria-labelledby="wages" className={css['wages']}>
      <h2 id="wages">Wage rules</h2>
      <p className={css['quiet']}>Paid once for each approved asset, by the rule in effect on the day of approval.</p>
      <Table
        caption="Wage for an approved asset, by category"
        rows={rules}
        rowKey={({ category }) => category}
        columns={[
          { head: 'Category', kind: 'title', cell: ({ category }) => categoryLabel(category) },
          { head: 'Wage per asset', kind: 'number', cell: ({ wage }) => showDollars(Math.round(wage * 100)) }
        ]}
        empty={
          <EmptyState drawing="wallet" title="No wage rules yet." action={<LinkButton to="/contact">Contact us</LinkButton>}>
            An admin sets what each category earns.
          </EmptyState>
        }
      />
    </section>
  )
}
