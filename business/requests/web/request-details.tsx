import { Moment } from '#platform/web/ui/moment.tsx'
import type { CustomRequest } from '../contract.ts'
import { DueDay } from './due-day.tsx'
import css from './request-details.module.css'
import { Budget, RequestStatus } from './request-table.tsx'
import { categoryName } from './request-words.ts'

/** The request's details and description. */
export function RequestDetails({ request, isStaff = false }: { request: CustomRequest; isStaff?: boolean }) {
  const details: [string, React.ReactNode][] = [
    ['Status', <RequestStatus key="status" status={request.status} />],
    ['Category', categoryName(request.category)],
    ['Budget', <Budget key="budget" cents={request.budget_cents} />],
    ['Due date', <DueDay key="due" day={request.due_date} />],
    ['Submitted', <Moment key="submitted" iso={request.created_at} day />]
  ]
  if (isStaff) details.push(['Client', [request.client_name, request.client_email].filter(Boolean).join(', ')])
  else details.push(['Assigned to', request.assigned_employee_name ?? 'Not assigned yet'])
  return (
    <>
      <dl className={css['details']}>
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css['description']}>{request.description}</p>
    </>
  )
}
