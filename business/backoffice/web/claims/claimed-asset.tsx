import { Link } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import type { DeskClaim } from '#claims/desk.contract.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { Picture } from '#submissions/web/index.ts'
import { pictureOf } from '../review/review-picture.tsx'
import css from './claim-page.module.css'

export function ClaimedAsset({
  claim: { asset, licensees, strikes },
  asset: shown
}: {
  claim: DeskClaim
  asset: ReviewedAsset | undefined
}) {
  return (
    <>
      <div className={css['picture']}>
        <Picture urls={shown && pictureOf(shown)?.preview_urls} alt={asset.title} sizes="(min-width: 960px) 560px, 92vw" />
      </div>
      <dl className={css['details']}>
        <dt>Title</dt>
        <dd>
          <Link to={`/assets/${asset.id}`}>{asset.title || 'Untitled Asset'}</Link>{' '}
          {asset.withheld_at && <Badge tone="bad">Withheld</Badge>}
        </dd>
        <dt>Artist</dt>
        <dd>
          {asset.employee_name}, {strikes.count === 1 ? '1 strike' : `${strikes.count} strikes`}
          {strikes.uploads_paused && ', uploads paused'}
        </dd>
        <dt>Uploaded</dt>
        <dd>
          <Moment iso={asset.created_at} />
        </dd>
        <dt>Category</dt>
        <dd>{categoryLabel(asset.category)}</dd>
        <dt>Licensees</dt>
        <dd>{licensees}</dd>
      </dl>
    </>
  )
}

/** With upload dates, because who was first matters here. */
export function NearDuplicates({ near }: { near: readonly ReviewedAsset[] }) {
  if (near.length === 0) return null
  return (
    <section aria-labelledby="near">
      <h3 id="near">Looks nearly the same</h3>
      <ul className={css['near']}>
        {near.map((asset) => (
          <li key={asset.id}>
            <Link to={`/assets/${asset.id}`}>
              <Picture urls={pictureOf(asset)?.preview_urls} alt="" sizes="120px" />
              {asset.title}
            </Link>
            <span className={css['quiet']}>
              {asset.employee_name}, <Moment iso={asset.created_at} day />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
