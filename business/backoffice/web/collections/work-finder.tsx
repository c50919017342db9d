import { Form } from 'react-router'
import type { AssetCard } from '#catalogue/contract.ts'
import type { FeaturedWork } from '#catalogue/featured.contract.ts'
import { FEATURED_ASSETS_MAX } from '#catalogue/featured.rules.ts'
import { MESSAGES, UNTITLED } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import { showNumber } from '#platform/web/show.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { IconCheck, IconPlus } from '#platform/web/ui/icons.ts'
import css from './collection-page.module.css'

type WorkFinderProps = { found: readonly AssetCard[]; q: string; works: readonly FeaturedWork[]; version: number }

/** Finds works in the catalogue. A press on a picture adds it at the end, or takes it out again. */
export function WorkFinder({ found, q, works, version }: WorkFinderProps) {
  const ids = works.map(({ asset_id }) => asset_id)
  const isFull = ids.length >= FEATURED_ASSETS_MAX
  return (
    <Card className={classNames(css['form'], css['finder'])}>
      <div className={css['finderHead']}>
        <h2>Add works</h2>
        <span role="status" className={css['count']}>
          {ids.length === 1 ? '1 work chosen' : `${showNumber(ids.length)} works chosen`}
        </span>
      </div>
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

/** Also by its picture alone, so that choosing works with a thumb on a phone. */
function FoundWork({ asset, isChosen, isOff }: { asset: AssetCard; isChosen: boolean; isOff: boolean }) {
  const title = asset.title || UNTITLED
  return (
    <button
      type="submit"
      name="do"
      value={`${isChosen ? 'remove' : 'add'}:${asset.id}`}
      className={css['pick']}
      aria-label={isChosen ? `Take ${title} out` : `Add ${title}`}
      aria-pressed={isChosen}
      title={title}
      disabled={isOff && !isChosen}
    >
      <Preview asset={asset} width={320} sizes="(max-width: 719px) 140px, 110px" />
      <span className={css['mark']} aria-hidden="true">
        {isChosen ? <IconCheck size={16} stroke={2.4} /> : <IconPlus size={16} stroke={2} />}
      </span>
    </button>
  )
}
