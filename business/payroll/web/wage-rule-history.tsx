import { showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import type { RulePeriod } from '../contract.ts'
import { TEXTS } from '../rules.ts'
import css from './wage-rules-page.module.css'

type WageRuleHistoryProps = {
  category: string
  /** Null while loading, undefined if loading failed. */
  items: readonly RulePeriod[] | null | undefined
}

/** The periods of a rule with their values, newest first. */
export const WageRuleHistory = ({ category, items }: WageRuleHistoryProps) => (
  <Card id="history" className={css['history']} aria-labelledby="history-title" aria-busy={items === null}>
    <div className={css['historyHead']}>
      <h2 id="history-title">History of {category}</h2>
      <LinkButton to="/admin/wage-rules" small kind="quiet" preventScrollReset>
        Close history
      </LinkButton>
    </div>
    {items === null ? (
      <p role="status">Loading history…</p>
    ) : items === undefined ? (
      <Notice tone="bad">{TEXTS.history_failed}</Notice>
    ) : (
      <HistoryTable category={category} items={items} />
    )}
  </Card>
)

const HistoryTable = ({ category, items }: { category: string; items: readonly RulePeriod[] }) => (
  <Table
    caption={`History of ${category}`}
    rows={items}
    rowKey={({ version }) => version}
    columns={[
      { head: 'From', kind: 'title', cell: ({ from }) => <Moment iso={from} /> },
      { head: 'Until', kind: 'date', cell: ({ until }) => (until ? <Moment iso={until} /> : 'now') },
      { head: 'Wage', kind: 'number', cell: ({ is_deleted, wage_cents }) => (is_deleted ? 'No rule' : showDollars(wage_cents)) },
      {
        head: 'License price',
        kind: 'number',
        cell: ({ is_deleted, license_price_cents }) => (is_deleted ? 'Not for sale' : showDollars(license_price_cents))
      },
      { head: 'Notes', cell: ({ is_deleted, notes }) => (is_deleted ? '–' : notes || '–') },
      { head: 'Changed by', cell: ({ changed_by }) => changed_by ?? 'Unknown' }
    ]}
    empty={
      <EmptyState drawing="wallet" title="No history yet.">
        This category has never had a rule.
      </EmptyState>
    }
  />
)
