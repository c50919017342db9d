import { showDay } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import type { Column } from '#platform/web/ui/table.tsx'
import { useDoneToast } from '#platform/web/use-done-toast.ts'
import type { Applicant } from '../../contract.ts'
import { AVAILABILITY_LABELS, STATE_LABELS, STATE_TONES, skillList, WORK_AUTH_LABELS } from '../../rules.ts'
import { ApplicantActions } from './applicant-actions.tsx'
import css from './applicants-page.module.css'
import { nameOf, type OpenDialog, type Outcome, useApplicantAction } from './use-applicant-action.ts'

type ApplicantTableProps = {
  applicants: readonly Applicant[]
  ticked: ReadonlySet<string>
  onTick: (id: string) => void
  onOpen: (open: OpenDialog) => void
}

export const BULK_FORM = 'bulk'

export function ApplicantTable({ applicants, ticked, onTick, onOpen }: ApplicantTableProps) {
  const columns: readonly Column<Applicant>[] = [
    {
      head: 'Applicant',
      kind: 'title',
      cell: (applicant) => <Who applicant={applicant} ticked={ticked.has(applicant.id)} onTick={() => onTick(applicant.id)} />
    },
    { head: 'Email/Phone', cell: (applicant) => <Contact applicant={applicant} /> },
    { head: 'Skills', cell: ({ skills }) => skillList(skills).join(', ') || '–' },
    { head: 'Portfolio', cell: ({ portfolio_url }) => <Portfolio url={portfolio_url} /> },
    { head: 'Status', cell: ({ status }) => <Badge tone={STATE_TONES[status]}>{STATE_LABELS[status]}</Badge> },
    { head: '', kind: 'actions', cell: (applicant) => <ApplicantActions applicant={applicant} onOpen={onOpen} /> }
  ]
  return (
    <DeskTable
      name="applicants"
      caption="Applicants"
      columns={columns}
      rows={applicants}
      rowKey={({ id }) => id}
      selected={({ id }) => ticked.has(id)}
    />
  )
}

type WhoProps = { applicant: Applicant; ticked: boolean; onTick: () => void }

/** The name and details, and any error of this row. */
function Who({ applicant, ticked, onTick }: WhoProps) {
  const { outcome } = useApplicantAction(applicant.id)
  useDoneToast(outcome)
  const { location, years_experience, availability, work_auth, created_at, gov_id_verified } = applicant
  const details = [
    location,
    years_experience === null ? '' : `${years_experience} years`,
    AVAILABILITY_LABELS[availability],
    work_auth === 'yes' ? '' : `Authorized to work: ${WORK_AUTH_LABELS[work_auth]}`
  ]
  return (
    <div className={css['who']}>
      <input
        type="checkbox"
        form={BULK_FORM}
        name="ids"
        value={applicant.id}
        checked={ticked}
        onChange={onTick}
        aria-label={`Select ${nameOf(applicant)}`}
      />
      <div className={css['words']}>
        <span className={css['name']}>
          {nameOf(applicant)}
          {gov_id_verified && <Badge tone="good">ID verified</Badge>}
        </span>
        <span className={css['note']}>{details.filter(Boolean).join(' · ')}</span>
        <span className={css['note']}>Applied {showDay(created_at)}</span>
        <Failure outcome={outcome} />
      </div>
    </div>
  )
}

function Failure({ outcome }: { outcome: Outcome | undefined }) {
  const message = Object.values(outcome?.fields ?? {})[0]
  if (!message) return null
  return (
    <span className={css['failure']} role="alert">
      {message}
    </span>
  )
}

const Contact = ({ applicant: { email, phone } }: { applicant: Applicant }) => (
  <div className={css['words']}>
    <a href={`mailto:${email}`}>{email}</a>
    <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
  </div>
)

/** An applicant's own link: it gets no referrer and no access to this page. */
function Portfolio({ url }: { url: string }) {
  if (!url) return '–'
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={css['portfolio']}>
      {new URL(url).host}
    </a>
  )
}
