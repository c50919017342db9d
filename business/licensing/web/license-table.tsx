import { Link } from 'react-router'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { License } from '../contract.ts'
import { type LicenseState, mayDownload } from '../rules.ts'
import { DownloadButtons } from './download-buttons.tsx'
import css from './license-table.module.css'

const CENTS = 100
const STATES: Record<LicenseState, { tone: 'good' | 'warn' | 'bad'; name: string }> = {
  active: { tone: 'good', name: 'Active' },
  expired: { tone: 'warn', name: 'Expired' },
  revoked: { tone: 'bad', name: 'Revoked' }
}

const COLUMNS: readonly Column<License>[] = [
  { head: 'Asset', kind: 'title', cell: (license) => <Asset {...license} /> },
  { head: 'License', cell: ({ license_type }) => <span className={css['type']}>{license_type}</span> },
  { head: 'Status', cell: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].name}</Badge> },
  { head: 'Number', cell: ({ certificate_number }) => <span className={css['number']}>{certificate_number}</span> },
  { head: 'Date', kind: 'date', cell: ({ created_at }) => showDay(created_at) },
  { head: 'Price', kind: 'number', cell: ({ price }) => showDollars(Math.round(price * CENTS)) },
  { head: '', kind: 'actions', cell: (license) => <Download {...license} /> }
]

export function LicenseTable({ licenses }: { licenses: readonly License[] }) {
  return <Table caption="Your licenses" columns={COLUMNS} rows={licenses} rowKey={({ id }) => id} />
}

function Asset({ asset_id, asset_title, preview_url }: License) {
  return (
    <Link to={`/assets/${asset_id}`} className={css['asset']}>
      {preview_url && <img src={preview_url} alt="" width={48} height={48} loading="lazy" />}
      <span>{asset_title || 'Untitled Asset'}</span>
    </Link>
  )
}

function Download(license: License) {
  if (!mayDownload(license)) return <span className={css['none']}>No download</span>
  return <DownloadButtons license={license} />
}
