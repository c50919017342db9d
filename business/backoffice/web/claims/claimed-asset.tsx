import { Link } from 'react-router'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import type { DeskClaim } from '#claims/desk.contract.ts'
import { STRIKES_MAX } from '#claims/rules.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { Picture } from '#submissions/web/index.ts'
import { pictureOf } from '../review/review-picture.tsx'
import css from './claim-page.module.css'

type ClaimedAssetProps = { claim: DeskClaim; asset: ReviewedAsset | undefined }

/** The asset that the claim is about, without its watermark. */
export function ClaimedAsset({ claim: { asset, licensees, strikes }, asset: shown }: ClaimedAssetProps) {
  return (
    <Card flush aria-labelledby="asset" className={css['asset']}>
      <Picture urls={shown && pictureOf(shown)?.preview_urls} alt={asset.title} sizes="(min-width: 1100px) 380px, 92vw" />
      <div className={css['part']}>
        <h2 id="asset">The asset</h2>
        <p className={css['title']}>
          <Link to={`/assets/${asset.id}`}>{asset.title || UNTITLED}</Link> {asset.withheld_at && <Badge tone="bad">Withheld</Badge>}
        </p>
        <dl className={css['details']}>
          <dt>Artist</dt>
          <dd>
            {asset.employee_name}
            <Strikes strikes={strikes} />
          </dd>
          <dt>Uploaded</dt>
          <dd>
            <Moment iso={asset.created_at} />
          </dd>
          <dt>Category</dt>
          <dd>{categoryLabel(asset.category)}</dd>
          <dt>Licensees</dt>
          <dd>{licensees === 1 ? '1 person' : `${licensees} people`}</dd>
        </dl>
      </div>
    </Card>
  )
}

/** A mark for each strike, beside the words that say the same. */
function Strikes({ strikes: { count, uploads_paused } }: Pick<DeskClaim, 'strikes'>) {
  const marks = Array.from({ length: Math.max(STRIKES_MAX, count) }, (_, place) => place + 1)
  return (
    <span className={css['strikes']}>
      <span className={css['marks']} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} data-on={mark <= count} />
        ))}
      </span>
      {count === 1 ? '1 strike' : `${count} strikes`}
      {uploads_paused && ', uploads paused'}
    </span>
  )
}

/** With upload dates, because who was first matters here. */
export function NearDuplicates({ near }: { near: readonly ReviewedAsset[] }) {
  if (near.length === 0) return null
  return (
    <section aria-labelledby="near" className={css['section']}>
      <h2 id="near">Looks nearly the same</h2>
      <ul className={css['near']}>
        {near.map((asset) => (
          <li key={asset.id}>
            <Link to={`/assets/${asset.id}`}>
              <Picture urls={pictureOf(asset)?.preview_urls} alt="" sizes="160px" />
              {asset.title || UNTITLED}
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
