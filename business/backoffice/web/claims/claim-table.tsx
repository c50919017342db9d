import { Link } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import type { ListedClaim } from '#claims/desk.contract.ts'
import { CLAIM_KIND_LABELS } from '#claims/rules.ts'
import { CLAIM_TONES, showCalendarDay, stateLabel } from '#claims/web/index.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { Column } from '#platform/web/ui/table.tsx'

const COLUMNS: readonly Column<ListedClaim>[] = [
  {
    head: 'Asset',
    kind: 'title',
    cell: ({ id, asset_title }) => (
      <Link to={`/admin/claims/${id}`} viewTransition>
        {asset_title || UNTITLED}
      </Link>
    )
  },
  { head: 'Number', cell: ({ claim_number }) => claim_number },
  { head: 'About', cell: ({ kind }) => CLAIM_KIND_LABELS[kind] },
  { head: 'From', cell: ({ name }) => name || 'Erased' },
  { head: 'State', cell: ({ state }) => <Badge tone={CLAIM_TONES[state]}>{stateLabel(state)}</Badge> },
  { head: 'Returns', kind: 'date', cell: ({ restores_on }) => (restores_on ? showCalendarDay(restores_on) : '–') },
  { head: 'Received', kind: 'date', cell: ({ received_at }) => <Moment iso={received_at} /> }
]

export const ClaimTable = ({ claims }: { claims: readonly ListedClaim[] }) => (
  <DeskTable name="claims" caption="Claims" rows={claims} rowKey={({ id }) => id} columns={COLUMNS} />
)
