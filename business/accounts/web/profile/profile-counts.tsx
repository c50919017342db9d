import { Link } from 'react-router'
import { showNumber } from '#platform/web/show.ts'
import { Stat } from '#platform/web/ui/card.tsx'
import type { Profile } from '../../profile.contract.ts'
import css from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'

/** For clients only: staff have no licenses or requests. */
export function ProfileCounts({ profile: { role, license_count, request_count } }: { profile: Profile }) {
  if (role !== 'client') return null
  return (
    <ProfileSection id="work" title="Licenses and requests" about="What you have licensed and requested so far.">
      <div className={css['counts']}>
        <Count to="/client/licenses" label="Licenses" count={license_count} note="Download them again" />
        <Count to="/user/dashboard" label="Requests" count={request_count} note="Follow them on the dashboard" />
      </div>
      <p>
        <Link to="/user/billing">Billing details</Link> for your invoices: company, address, and tax number.
      </p>
    </ProfileSection>
  )
}

function Count({ to, label, count, note }: { to: string; label: string; count: number; note: string }) {
  return (
    <Link to={to} className={css['count']}>
      <Stat label={label} value={showNumber(count)} note={note} />
    </Link>
  )
}
