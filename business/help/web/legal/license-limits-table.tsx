import { LICENSE_LIMITS, type LicenseLimits, type LicenseType } from '#licensing/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { type Column, Table } from '#platform/web/ui/table.tsx'

type Row = { name: string; limit: (limits: LicenseLimits) => string }

const yesNo = (allowed: boolean) => (allowed ? 'Yes' : 'No')
const upTo = (count: number) => (count === 1 ? '1' : `Up to ${showNumber(count)}`)

const ROWS: readonly Row[] = [
  { name: 'Licensee', limit: ({ holder }) => holder },
  { name: 'Employees (seats)', limit: ({ seats }) => upTo(seats) },
  { name: 'Stored copies', limit: ({ file_copies }) => upTo(file_copies) },
  { name: 'End products', limit: ({ end_products }) => upTo(end_products) },
  { name: 'Print run', limit: ({ print_run }) => upTo(print_run) },
  { name: 'Commercial use', limit: ({ commercial_use }) => yesNo(commercial_use) },
  { name: 'Work for clients', limit: ({ client_work }) => yesNo(client_work) },
  { name: 'Goods for resale', limit: ({ goods_for_resale }) => yesNo(goods_for_resale) }
]

const limitColumn = (head: string, license: LicenseType): Column<Row> => ({
  head,
  kind: 'number',
  cell: ({ limit }) => limit(LICENSE_LIMITS[license])
})

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Limit', kind: 'title', cell: ({ name }) => name },
  limitColumn('Personal', 'personal'),
  limitColumn('Commercial', 'commercial'),
  limitColumn('Extended', 'extended')
]

export function LicenseLimitsTable() {
  return <Table caption="Limits of each license" columns={COLUMNS} rows={ROWS} rowKey={({ name }) => name} />
}
