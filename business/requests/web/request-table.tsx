import { Link } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { CustomRequest } from '../contract.ts'
import { DueDay } from './due-day.tsx'
import css from './request-table.module.css'
import { categoryName, statusDisplayOf } from './request-words.ts'

type Ticks = { ticked: ReadonlySet<string>; tick: (id: string) => void }

type RequestTableProps = {
  requests: readonly CustomRequest[]
  /** The request that is open next to the table, which then shows fewer columns. */
  open?: string | undefined
  to: (id: string) => string
  /** Shows the client and the assigned employee, for admins. */
  isDesk?: boolean
  /** Ticks rows, for what is done with several at once. */
  ticks?: Ticks | undefined
  /** Shows fewer columns, for narrow places. */
  isBrief?: boolean
}

export function RequestTable({ requests, open, to, ticks, isDesk = false, isBrief = false }: RequestTableProps) {
  const title: Column<CustomRequest> = {
    head: 'Request',
    kind: 'title',
    cell: (request) => (
      <span className={css['lead']}>
        {ticks && !open && <Tick request={request} {...ticks} />}
        <Title request={request} to={to(request.id)} isOpen={request.id === open} />
      </span>
    )
  }
  const status: Column<CustomRequest> = { head: 'Status', cell: ({ status }) => <RequestStatus status={status} /> }
  const people: Column<CustomRequest>[] = [
    { head: 'Client', cell: ({ client_name, client_email }) => <Two first={client_name} second={client_email} /> },
    {
      head: 'Assigned to',
      cell: ({ assigned_employee_name }) => assigned_employee_name ?? <span className={css['quiet']}>Not assigned</span>
    }
  ]
  const details: Column<CustomRequest>[] = [
    { head: 'Due', kind: 'date', cell: ({ due_date }) => <DueDay day={due_date} /> },
    { head: 'Budget', kind: 'number', cell: ({ budget_cents }) => <Budget cents={budget_cents} /> },
    { head: 'Submitted', kind: 'date', cell: ({ created_at }) => <Moment iso={created_at} day /> }
  ]
  const columns = open ? [title, status] : [title, ...(isDesk ? people : []), status, ...(isBrief ? details.slice(0, 2) : details)]
  const table = { caption: 'Requests', rows: requests, rowKey: ({ id }: CustomRequest) => id, columns }
  if (isDesk && !open) return <DeskTable {...table} name="requests" selected={({ id }) => ticks?.ticked.has(id) ?? false} />
  return <Table {...table} selected={({ id }) => id === open} />
}

const Tick = ({ request: { id, title }, ticked, tick }: Ticks & { request: CustomRequest }) => (
  <input type="checkbox" checked={ticked.has(id)} onChange={() => tick(id)} aria-label={`Select ${title}`} />
)

function Title({ request: { title, category, unread }, to, isOpen }: { request: CustomRequest; to: string; isOpen: boolean }) {
  return (
    <span className={css['two']}>
      <Link to={to} className={css['title']} preventScrollReset viewTransition aria-current={isOpen || undefined}>
        {title}
      </Link>
      <span className={css['quiet']}>
        {categoryName(category)}
        {unread > 0 && !isOpen && <strong className={css['unread']}>{unread === 1 ? '1 new message' : `${unread} new messages`}</strong>}
      </span>
    </span>
  )
}

const Two = ({ first, second }: { first: string; second: string | null }) => (
  <span className={classNames(css['two'], css['person'])}>
    {first}
    {second && <span className={css['quiet']}>{second}</span>}
  </span>
)

export function RequestStatus({ status }: Pick<CustomRequest, 'status'>) {
  const { tone, name } = statusDisplayOf(status)
  return <Badge tone={tone}>{name}</Badge>
}

export const Budget = ({ cents }: { cents: number | null }) => (cents === null ? '—' : showDollars(cents))
