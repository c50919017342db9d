import { Link } from 'react-router'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import coverCss from '#platform/web/ui/cover-link.module.css'
import { Page } from '#platform/web/ui/page.tsx'
import { readSharedCollection, type SharedItem } from '../contract.ts'
import { countWorks } from '../rules.ts'
import type { Route } from './+types/shared-page.ts'
import css from './collection/collection-page.module.css'

/** Whoever has the link sees it; search engines must not. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.name ?? 'Shared collection' },
  { name: 'robots', content: 'noindex' }
]

export const loader = ({ params, context }: Route.LoaderArgs) =>
  context.get(apiContext)(readSharedCollection, { params: { token: params.token } })

export default function SharedPage({ loaderData: { name, project, shared_by, share_ends_at, items } }: Route.ComponentProps) {
  const intro = [project, `Shared by ${shared_by}`, countWorks(items.length), `Open until ${showDay(share_ends_at)}`]
    .filter(Boolean)
    .join(' · ')
  return (
    <Page title={name} intro={intro}>
      {items.length === 0 ? (
        <EmptyState drawing="image" title="No works yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
          Works that are added to this collection appear here.
        </EmptyState>
      ) : (
        <ul className={css['works']}>
          {items.map((item) => (
            <SharedWork key={item.asset_id} {...item} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function SharedWork({ asset_id, asset, note }: SharedItem) {
  const title = asset.title || UNTITLED
  return (
    <li className={classNames(coverCss['card'], css['work'])}>
      <Preview asset={asset} width={320} sizes="(max-width: 719px) 46vw, 220px" />
      <div className={css['about']}>
        <Link to={`/assets/${asset_id}`} className={classNames(css['name'], coverCss['link'])} title={title}>
          {title}
        </Link>
        <p className={css['quiet']}>{categoryLabel(asset.category)}</p>
        {note && <p className={css['note']}>{note}</p>}
      </div>
    </li>
  )
}
