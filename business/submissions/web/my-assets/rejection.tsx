import { Link } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { showDay } from '#platform/web/show.ts'
import type { OwnAppeal } from '../../appeals.contract.ts'
import type { ListedOwn, OwnedAsset } from '../../contract.ts'
import { reasonsOf } from '../../rules.ts'
import { Pins } from '../pins/pins.tsx'
import css from './own-asset-card.module.css'

/** Why an asset was rejected: the reasons, the other asset of which it is a duplicate, and the pins. */
export function Rejection({ asset, sizes }: { asset: OwnedAsset; sizes: string }) {
  const { reject_reason, reject_reason_codes, pins, asset_files } = asset
  return (
    <>
      <div className={css['bad']}>{reasonsOf(reject_reason_codes, reject_reason).join('. ') || 'No reason was given.'}</div>
      <Duplicate asset={asset} />
      <Pins pins={pins} files={asset_files} sizes={sizes} />
    </>
  )
}

/** Names the other asset of a duplicate only if the artist may see its page. */
export function Duplicate({ asset: { duplicate_of, duplicate_title } }: { asset: OwnedAsset }) {
  if (!duplicate_of) return null
  return (
    <div className={css['quiet']}>
      {duplicate_title === null ? (
        'The other asset is not public.'
      ) : (
        <>
          The other asset: <Link to={`/assets/${duplicate_of}`}>{duplicate_title || UNTITLED}</Link>
        </>
      )}
    </div>
  )
}

/** How far the appeal against a rejection is. */
export function AppealState({ asset: { status, appeal } }: { asset: Pick<ListedOwn, 'status' | 'appeal'> }) {
  const text = appeal && textOf(status, appeal)
  if (!text) return null
  return <div className={css['quiet']}>{text}</div>
}

function textOf(status: string, { state, made_at, answer }: OwnAppeal): string | undefined {
  if (state === 'open') return `You appealed on ${showDay(made_at)}. We will email you the decision.`
  if (state === 'upheld' && status === 'rejected') return `Your appeal was decided, and the rejection stays: “${answer ?? ''}”`
  if (state === 'overturned' && status !== 'rejected') return `Your appeal was successful: “${answer ?? ''}”`
  return undefined
}
