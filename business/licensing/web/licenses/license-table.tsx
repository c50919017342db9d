import { Link } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { License } from '../../contract.ts'
import { hasCertificate, LICENSE_NAMES, mayDownload } from '../../rules.ts'
import { whyNotTransferable } from '../../transfer.rules.ts'
import { DownloadButtons } from './download-buttons.tsx'
import { STATE_NAMES, STATE_TONES } from './license-states.ts'
import css from './license-table.module.css'

const COLUMNS: readonly Column<License>[] = [
  { head: 'Asset', kind: 'title', cell: (license) => <Asset {...license} /> },
  { head: 'License', cell: (license) => <Type {...license} /> },
  { head: 'Status', cell: (license) => <Status {...license} /> },
  { head: 'Certificate', cell: (license) => <Certificate {...license} /> },
  { head: 'Date', kind: 'date', cell: ({ created_at }) => showDay(created_at) },
  { head: 'Price', kind: 'number', cell: ({ price_cents, from_plan }) => (from_plan ? 'In your plan' : showDollars(price_cents)) },
  { head: '', kind: 'actions', cell: (license) => <Download {...license} /> }
]

export function LicenseTable({ licenses }: { licenses: readonly License[] }) {
  return <Table caption="Your licenses" columns={COLUMNS} rows={licenses} rowKey={({ id }) => id} />
}

function Asset({ asset_id, asset_title, preview_url }: License) {
  return (
    <Link to={`/assets/${asset_id}`} className={css['asset']} viewTransition>
      {preview_url && <img src={preview_url} alt="" width={48} height={48} loading="lazy" />}
      <span>{asset_title || UNTITLED}</span>
    </Link>
  )
}

/** For a plan's license, also says so and names the team member who licensed it. */
function Type({ license_type, from_plan, got_by }: License) {
  return (
    <span className={css['lines']}>
      {LICENSE_NAMES[license_type]}
      {from_plan && <span className={css['quiet']}>From your plan{got_by ? `, by ${got_by}` : ''}</span>}
    </span>
  )
}

function Status({ status, ended_at }: License) {
  const action = status === 'active' || status === 'expired' ? 'Ended' : STATE_NAMES[status]
  return (
    <span className={css['lines']}>
      <span>
        <Badge tone={STATE_TONES[status]}>{STATE_NAMES[status]}</Badge>
      </span>
      {ended_at && (
        <span className={css['quiet']}>
          {action} on {showDay(ended_at)}
        </span>
      )}
    </span>
  )
}

/** A revoked or transferred license has no certificate, but its number can still be verified. */
function Certificate(license: License) {
  const { id, certificate_number, status } = license
  const mayOffer = whyNotTransferable(license) === undefined
  return (
    <span className={css['lines']}>
      <span className={css['number']}>{certificate_number}</span>
      <span className={css['links']}>
        {hasCertificate({ status }) && (
          <a
            href={`/api/licenses/${id}/certificate`}
            download={`${certificate_number}.pdf`}
            aria-label={`Certificate ${certificate_number} as PDF`}
          >
            PDF
          </a>
        )}
        <Link to={`/verify/${certificate_number}`} aria-label={`Verify ${certificate_number}`}>
          Verify
        </Link>
        {mayOffer && (
          <Link to={`/client/licenses/${id}/transfer`} aria-label={`Transfer ${certificate_number}`}>
            {license.offered_to ? 'Offered' : 'Transfer'}
          </Link>
        )}
      </span>
    </span>
  )
}

function Download(license: License) {
  if (!mayDownload(license)) return <span className={css['quiet']}>No download</span>
  return <DownloadButtons license={license} />
}
