import { Link } from 'react-router'
import type { ListedLicense } from '#licensing/admin.contract.ts'
import { LICENSE_NAMES } from '#licensing/rules.ts'
import { LICENSE_STATE_NAMES, LICENSE_STATE_TONES } from '#licensing/web/index.ts'
import { WithGrant } from '#platform/web/grants.tsx'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import css from './licenses-page.module.css'

type LicenseTableProps = { licenses: readonly ListedLicense[]; onRevoke: (license: ListedLicense) => void }

export function LicenseTable({ licenses, onRevoke }: LicenseTableProps) {
  return (
    <DeskTable
      name="licenses"
      caption="Licenses"
      rows={licenses}
      rowKey={({ id }) => id}
      columns={[
        { head: 'Asset', kind: 'title', cell: ({ asset_id, asset_title }) => <Link to={`/assets/${asset_id}`}>{asset_title}</Link> },
        { head: 'Licensee', cell: (license) => <Licensee {...license} /> },
        { head: 'License', cell: (license) => <Type {...license} /> },
        { head: 'Status', cell: (license) => <Status {...license} /> },
        { head: 'Paid', kind: 'number', cell: (license) => <Paid {...license} /> },
        { head: '', kind: 'actions', cell: (license) => <Revoke license={license} onRevoke={onRevoke} /> }
      ]}
    />
  )
}

const Licensee = ({ licensee, email }: ListedLicense) => (
  <span className={css['lines']}>
    {licensee}
    {email && <span className={css['quiet']}>{email}</span>}
  </span>
)

const Type = ({ license_type, from_plan, certificate_number, created_at }: ListedLicense) => (
  <span className={css['lines']}>
    {LICENSE_NAMES[license_type]}
    {from_plan && ', with a plan'}
    <span className={css['quiet']}>
      <Link to={`/verify/${certificate_number}`}>{certificate_number}</Link>, {showDay(created_at)}
    </span>
  </span>
)

const Status = ({ status, ended_at }: ListedLicense) => (
  <span className={css['lines']}>
    <span>
      <Badge tone={LICENSE_STATE_TONES[status]}>{LICENSE_STATE_NAMES[status]}</Badge>
    </span>
    {ended_at && <span className={css['quiet']}>{showDay(ended_at)}</span>}
  </span>
)

const Paid = ({ payment_id, price_cents }: ListedLicense) =>
  payment_id ? <Link to={`/admin/payments?payment=${payment_id}`}>{showDollars(price_cents)}</Link> : showDollars(price_cents)

function Revoke({ license, onRevoke }: { license: ListedLicense; onRevoke: (license: ListedLicense) => void }) {
  if (license.status === 'revoked') return null
  return (
    <WithGrant grant="support">
      <Button type="button" kind="danger" small aria-label={`Revoke ${license.certificate_number}`} onClick={() => onRevoke(license)}>
        Revoke…
      </Button>
    </WithGrant>
  )
}
