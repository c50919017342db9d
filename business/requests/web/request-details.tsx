import { Moment } from '#platform/web/ui/moment.tsx'
import type { CustomRequest, TimelineItem } from '../contract.ts'
import { DueDay } from './due-day.tsx'
import css from './request-details.module.css'
import { Budget, RequestStatus } from './request-table.tsx'
import { categoryName, happenedText } from './request-words.ts'

/** What was asked for, in words and facts. */
export function RequestDetails({ request, isStaff = false }: { request: CustomRequest; isStaff?: boolean }) {
  const facts: [string, React.ReactNode][] = [
    ['Status', <RequestStatus key="status" status={request.status} />],
    ['Category', categoryName(request.category)],
    ['Budget', <Budget key="budget" cents={request.budget_cents} />],
    ['Due date', <DueDay key="due" day={request.due_date} />],
    ['Submitted', <Moment key="submitted" iso={request.created_at} day />]
  ]
  if (isStaff) facts.push(['Client', [request.client_name, request.client_email].filter(Boolean).join(', ')])
  else facts.push(['Assigned to', request.assigned_employee_name ?? 'Nobody yet'])
  return (
    <>
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
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

/** Who did what with it, oldest first. */
export function RequestTimeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <details className={css['timeline']} open>
      <summary>
        <h3>Timeline</h3>
      </summary>
      <ol>
        {items.map((item) => (
          <li key={item.id}>
            <span>
              {happenedText(item)} <span className={css['quiet']}>by {item.actor_name}</span>
            </span>
            <span className={css['quiet']}>
              <Moment iso={item.happened_at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
