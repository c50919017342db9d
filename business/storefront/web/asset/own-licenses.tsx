import type { License } from '#licensing/contract.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import css from './own-licenses.module.css'

/** The client's active licenses for the asset, each with its download. */
export function OwnLicenses({ licenses, colors }: { licenses: readonly License[]; colors: string }) {
  if (licenses.length === 0) return null
  return (
    <ul className={css['list']} aria-label="Licenses you hold">
      {licenses.map(({ id, license_type }) => (
        <li key={id}>
          <span>
            You hold a{license_type === 'extended' ? 'n' : ''} {license_type} license.
          </span>
          <LinkButton to={`/client/licenses/${id}/download${colors && `?${new URLSearchParams({ colors })}`}`} small>
            Download
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
