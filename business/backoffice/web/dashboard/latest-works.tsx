import { Link } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import type { ListedOwn } from '#submissions/contract.ts'
import { toneOf } from '#submissions/rules.ts'
import { Picture } from '#submissions/web/index.ts'
import css from './latest-works.module.css'

/** The artist's newest works as pictures, each with its state. */
export function LatestWorks({ works }: { works: readonly ListedOwn[] }) {
  return (
    <section className={css['section']} aria-labelledby="latest-works">
      <div className={css['head']}>
        <h2 id="latest-works">Your latest works</h2>
        {works.length > 0 && <Link to="/assets">All of them</Link>}
      </div>
      {works.length === 0 ? (
        <EmptyState
          drawing="image"
          title="No works yet."
          action={
            <LinkButton to="/create-asset" kind="main">
              Create your first asset
            </LinkButton>
          }
        >
          What you upload appears here, with its state in the review.
        </EmptyState>
      ) : (
        <ul className={css['works']}>
          {works.map((work) => (
            <Work key={work.id} work={work} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** A rejected work leads to where it is revised, any other to its own page. */
function Work({ work: { id, title, status, withheld_at, asset_files } }: { work: ListedOwn }) {
  const shown = title || UNTITLED
  const search = new URLSearchParams({ status: 'rejected', search: title })
  return (
    <li>
      <Link to={status === 'rejected' ? `/assets?${search}` : `/assets/${id}`} className={css['work']}>
        <Picture urls={asset_files.find(({ preview_urls }) => preview_urls)?.preview_urls} alt="" sizes="(min-width: 960px) 170px, 45vw" />
        <span className={css['title']} title={shown}>
          {shown}
        </span>
        {withheld_at ? <Badge tone="bad">Withheld</Badge> : <Badge tone={toneOf(status)}>{status}</Badge>}
      </Link>
    </li>
  )
}
