import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import type { License } from '../../contract.ts'
import { downloadAddress } from '../licenses/chosen-download.ts'
import css from './acquire-dialog.module.css'

/** Lists the licenses that the client already owns, to download instead of buying them again. */
export function OwnedNotice({ owned, format }: { owned: readonly License[]; format: string | undefined }) {
  if (owned.length === 0) return null
  return (
    <Notice title="You already have this asset.">
      <ul className={css['held']}>
        {owned.map(({ id, license_type, from_plan, formats }) => (
          <li key={id}>
            <span>
              A{license_type === 'extended' ? 'n' : ''} {license_type} license{from_plan ? ', from your plan' : ''}
            </span>
            <LinkButton to={downloadAddress(id, formats, format)} small reloadDocument>
              Download
            </LinkButton>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
