import { Link } from 'react-router'
import type { AssetCard as Asset } from '#catalogue/contract.ts'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import { formatsFrom, type Wanted } from '#licensing/rules.ts'
import { showDay } from '#platform/web/show.ts'
import { Flag } from '#platform/web/ui/badge.tsx'
import css from './asset-card.module.css'
import { GetForm } from './get-form.tsx'

type AssetCardProps = { asset: Asset; eager: boolean; level: 'h2' | 'h3'; onGet: (asset: Asset, wanted: Wanted) => void }

/** Small drawings take half the frame's width: the browser then chooses a smaller picture. */
const SIZES = '(min-width: 1120px) 286px, (min-width: 860px) 32vw, (min-width: 560px) 48vw, 94vw'

export function AssetCard({ asset, eager, level: Heading, onGet }: AssetCardProps) {
  const title = asset.title || UNTITLED
  const formats = formatsFrom(asset.files.map(({ format }) => format))
  return (
    <li className={css['card']}>
      <div className={css['frame']}>
        <Preview asset={asset} width={640} sizes={SIZES} eager={eager} />
        <span className={css['flag']}>
          <FreeFlag asset={asset} />
        </span>
      </div>
      <div className={css['facts']}>
        <Heading className={css['title']}>
          <Link to={`/assets/${asset.id}`} className={css['link']} title={title}>
            {title}
          </Link>
        </Heading>
        <p className={css['quiet']}>
          {categoryLabel(asset.category)}
          <span className={css['formats']}>{formats.map((format) => format.toUpperCase()).join(' ')}</span>
        </p>
        <GetForm asset={asset} formats={formats} onGet={onGet} className={css['get']} />
      </div>
    </li>
  )
}

/** FREE while it is, and from when where it will be. */
export function FreeFlag({ asset: { free_state, free_starts_at } }: { asset: Pick<Asset, 'free_state' | 'free_starts_at'> }) {
  if (free_state === 'free_now') return <Flag>FREE</Flag>
  return free_state === 'free_soon' && free_starts_at ? <Flag soon>Free soon · {showDay(free_starts_at)}</Flag> : null
}
