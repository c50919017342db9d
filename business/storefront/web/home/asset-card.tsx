import { Link } from 'react-router'
import type { AssetCard as Asset } from '#catalogue/contract.ts'
import { ORIGIN_LABELS } from '#catalogue/origin.rules.ts'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import { Heart } from '#collections/web/index.ts'
import { formatsFrom, type Wanted } from '#licensing/rules.ts'
import { showDay } from '#platform/web/show.ts'
import { Flag } from '#platform/web/ui/badge.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import coverCss from '#platform/web/ui/cover-link.module.css'
import { GetForm } from '../asset/get-form.tsx'
import css from './asset-card.module.css'

type AssetCardProps = { asset: Asset; eager: boolean; level: 'h2' | 'h3' | 'h4'; onGet: (asset: Asset, wanted: Wanted) => void }

/** Image widths for the browser to choose a preview size by. */
const SIZES = '(min-width: 1120px) 286px, (min-width: 860px) 32vw, (min-width: 560px) 48vw, 94vw'

export function AssetCard({ asset, eager, level: Heading, onGet }: AssetCardProps) {
  const title = asset.title || UNTITLED
  const formats = formatsFrom(asset.files.map(({ format }) => format))
  return (
    <li className={classNames(coverCss['card'], css['card'])}>
      <div className={css['frame']}>
        <Preview asset={asset} width={640} sizes={SIZES} eager={eager} />
        <div className={css['badge']}>
          <FreeBadge asset={asset} />
        </div>
      </div>
      <div className={css['details']}>
        <Heading className={css['title']}>
          <Link to={`/assets/${asset.id}`} className={coverCss['link']} title={`${title} · ${ORIGIN_LABELS[asset.origin]}`} viewTransition>
            {title}
          </Link>
        </Heading>
        <p className={css['quiet']}>
          {categoryLabel(asset.category)}
          <span className={css['formats']}>{formats.map((format) => format.toUpperCase()).join(' ')}</span>
        </p>
        <GetForm asset={asset} formats={formats} onGet={onGet} className={css['get']} />
      </div>
      <Heart asset_id={asset.id} title={title} className={css['heart']} />
    </li>
  )
}

/** Shows FREE during a free period, and 'Free soon' with the start date before one. */
export function FreeBadge({ asset: { free_state, free_starts_at } }: { asset: Pick<Asset, 'free_state' | 'free_starts_at'> }) {
  if (free_state === 'free_now') return <Flag>FREE</Flag>
  if (free_state !== 'free_soon' || !free_starts_at) return null
  return (
    <span className={css['soon']}>
      <Flag soon>Free soon</Flag>
      <time className={css['date']} dateTime={free_starts_at}>
        {showDay(free_starts_at)}
      </time>
    </span>
  )
}
