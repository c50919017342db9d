import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { License } from '../contract.ts'
import css from './acquire-dialog.module.css'

/** What is held already is downloaded, not bought again. */
export function HeldNotice({ held }: { held: readonly License[] }) {
  if (held.length === 0) return null
  return (
    <Notice title="You have this asset already.">
      <ul className={css['held']}>
        {held.map(({ id, license_type, from_plan }) => (
          <li key={id}>
            <span>
              A{license_type === 'extended' ? 'n' : ''} {license_type} license{from_plan ? ', from your plan' : ''}
            </span>
            <LinkButton to={`/client/licenses/${id}/download?file=original`} small reloadDocument>
              Download
            </LinkButton>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
