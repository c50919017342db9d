import { useId } from 'react'
import { Link } from 'react-router'
import type { FeaturedCollection } from '#catalogue/featured.contract.ts'
import { Preview } from '#catalogue/web/index.ts'
import { showNumber } from '#platform/web/show.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import coverCss from '#platform/web/ui/cover-link.module.css'
import css from './featured-in.module.css'

/** Most works are in none or one. */
const COLLECTIONS_SHOWN = 3
const COVERS_SHOWN = 3

/** The featured collections that the asset is in, each with a few of its pictures. */
export function FeaturedIn({ collections }: { collections: readonly FeaturedCollection[] }) {
  const heading = useId()
  if (collections.length === 0) return null
  return (
    <section className={css['section']} aria-labelledby={heading}>
      <h2 id={heading}>In these collections</h2>
      <ul className={css['list']}>
        {collections.slice(0, COLLECTIONS_SHOWN).map((collection) => (
          <Collection key={collection.id} collection={collection} />
        ))}
      </ul>
    </section>
  )
}

function Collection({ collection: { slug, title, summary, covers, item_count } }: { collection: FeaturedCollection }) {
  return (
    <li className={classNames(coverCss['card'], css['collection'])}>
      <div className={css['covers']} aria-hidden="true">
        {covers.slice(0, COVERS_SHOWN).map((cover) => (
          <Preview key={cover.asset_id} asset={cover} width={320} sizes="120px" />
        ))}
      </div>
      <h3>
        <Link to={`/featured/${slug}`} className={coverCss['link']}>
          {title}
        </Link>
      </h3>
      <p className={css['quiet']}>
        {summary} {showNumber(item_count)} {item_count === 1 ? 'work' : 'works'}
      </p>
    </li>
  )
}
