import { Form } from 'react-router'
import type { AssetCard } from '#catalogue/contract.ts'
import type { FeaturedWork } from '#catalogue/featured.contract.ts'
import { FEATURED_ASSETS_MAX } from '#catalogue/featured.rules.ts'
import { MESSAGES, UNTITLED } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import css from './collection-page.module.css'

type WorkFinderProps = { found: readonly AssetCard[]; q: string; works: readonly FeaturedWork[]; version: number }

/** Finds works in the catalogue. A press on a picture adds it at the end. */
export function WorkFinder({ found, q, works, version }: WorkFinderProps) {
  const ids = works.map(({ asset_id }) => asset_id)
  const isFull = ids.length >= FEATURED_ASSETS_MAX
  return (
    <Card className={css['form']}>
      <h2>Add works</h2>
      <FilterForm label="Search the catalogue" value={q} />
      {isFull && <p>A collection has at most {FEATURED_ASSETS_MAX} works.</p>}
      {found.length === 0 ? (
        <p role="status">{MESSAGES.empty}</p>
      ) : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="asset_ids" value={ids.join(',')} />
          <input type="hidden" name="version" value={version} />
          <ul className={css['found']}>
            {found.map((asset) => (
              <li key={asset.id}>
                <FoundWork asset={asset} isChosen={ids.includes(asset.id)} isOff={isFull} />
              </li>
            ))}
          </ul>
        </Form>
      )}
    </Card>
  )
}

function FoundWork({ asset, isChosen, isOff }: { asset: AssetCard; isChosen: boolean; isOff: boolean }) {
  const title = asset.title || UNTITLED
  return (
    <button
      type="submit"
      name="do"
      value={`add:${asset.id}`}
      className={css['pick']}
      aria-label={isChosen ? `${title} is in this collection` : `Add ${title}`}
      title={title}
      disabled={isChosen || isOff}
    >
      <Preview asset={asset} width={320} sizes="110px" />
      {isChosen && <span className={css['mark']}>Added</span>}
    </button>
  )
}
