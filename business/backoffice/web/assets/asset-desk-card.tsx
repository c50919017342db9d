import { Link } from 'react-router'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { PictureCard, PictureCardTitle } from '#platform/web/ui/card.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { filesToApprove, toneOf } from '#submissions/rules.ts'
import { Picture } from '#submissions/web/index.ts'
import css from './asset-desk-card.module.css'
import { freeText } from './free-text.ts'

const TAGS_MAX = 5
const DESCRIPTION_MAX = 110

/** What a card's buttons open. */
export type DeskDialog = 'edit' | 'free' | 'withhold' | 'files'

type AssetDeskCardProps = { asset: ReviewedAsset; ticked: boolean; onTick: () => void; onOpen: (dialog: DeskDialog) => void }

/** An asset in the admin's list. */
export function AssetDeskCard({ asset, ticked, onTick, onOpen }: AssetDeskCardProps) {
  const added = filesToApprove(asset)
  const withPreview = asset.files.find(({ preview_urls }) => preview_urls)
  const title = asset.title || UNTITLED
  return (
    <PictureCard className={css['card']} data-ticked={ticked}>
      <label className={css['tick']}>
        <input type="checkbox" checked={ticked} onChange={onTick} aria-label={`Select ${title}`} />
      </label>
      <Picture urls={withPreview?.preview_urls} alt={title} sizes="(min-width: 960px) 300px, (min-width: 720px) 45vw, 92vw" />
      <div className={css['body']}>
        <PictureCardTitle className={css['title']} title={title}>
          <Link to={`/assets/${asset.id}`}>{title}</Link>
        </PictureCardTitle>
        <div className={css['row']}>
          <span>
            {categoryLabel(asset.category)} · {asset.employee_name}
          </span>
          {asset.withheld_at ? <Badge tone="bad">Withheld</Badge> : <Badge tone={toneOf(asset.status)}>{asset.status}</Badge>}
        </div>
        {asset.description && <p>{shorten(asset.description)}</p>}
        <Tags tags={asset.tags} />
        <p className={css['free']} data-free={asset.free_state}>
          {freeText(asset)}
        </p>
      </div>
      <div className={css['actions']}>
        <Button type="button" small aria-label={`Edit ${title}`} onClick={() => onOpen('edit')}>
          Edit
        </Button>
        <Button type="button" small aria-label={`Free period of ${title}`} onClick={() => onOpen('free')}>
          Free period
        </Button>
        {added.length > 0 && (
          <Button type="button" small aria-label={`New files of ${title}`} onClick={() => onOpen('files')}>
            {added.length === 1 ? '1 new file' : `${added.length} new files`}
          </Button>
        )}
        {asset.status === 'approved' && (
          <>
            <LinkButton to={`/admin/licenses?asset_id=${asset.id}`} small aria-label={`Licenses of ${title}`}>
              Licenses
            </LinkButton>
            <Button
              type="button"
              small
              kind={asset.withheld_at ? 'plain' : 'danger'}
              aria-label={`${asset.withheld_at ? 'Release' : 'Withhold'} ${title}`}
              onClick={() => onOpen('withhold')}
            >
              {asset.withheld_at ? 'Release…' : 'Withhold…'}
            </Button>
          </>
        )}
      </div>
    </PictureCard>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  const more = tags.slice(TAGS_MAX)
  return (
    <ul className={css['tags']} aria-label="Tags">
      {tags.slice(0, TAGS_MAX).map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
      {more.length > 0 && <li title={more.join(', ')}>+{more.length}</li>}
    </ul>
  )
}

const shorten = (text: string) => (text.length > DESCRIPTION_MAX ? `${text.slice(0, DESCRIPTION_MAX).trimEnd()}…` : text)
