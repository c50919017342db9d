import { ORIGIN_LABELS } from '#catalogue/origin.rules.ts'
import { categoryLabel } from '#catalogue/rules.ts'
import { showDay } from '#platform/web/show.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { reasonsOf } from '#submissions/rules.ts'
import css from './review-details.module.css'
import { showWage } from './wage-sum.ts'

/** What a reviewer considers: artist, fields, files, the wage, and earlier decisions. */
export function ReviewDetails({ asset, wage }: { asset: ReviewedAsset; wage: number | undefined }) {
  return (
    <>
      <h3 className={css['title']}>{asset.title}</h3>
      <dl className={css['list']}>
        <dt>Artist</dt>
        <dd>{asset.employee_name}</dd>
        <dt>Category</dt>
        <dd>{categoryLabel(asset.category)}</dd>
        <dt>Origin</dt>
        <dd>{ORIGIN_LABELS[asset.origin]}</dd>
        <dt>Wage</dt>
        <dd>{wage === undefined ? 'None (no wage rule)' : showWage(wage)}</dd>
        <dt>Created</dt>
        <dd>{showDay(asset.created_at)}</dd>
        <dt>Tags</dt>
        <dd>{asset.tags.join(', ') || '–'}</dd>
        <dt>Files</dt>
        <dd>
          <Files files={asset.files} />
        </dd>
      </dl>
      {asset.description && <p className={css['description']}>{asset.description}</p>}
      <Earlier asset={asset} />
    </>
  )
}

/** A line for each file. */
export function Files({ files }: Pick<ReviewedAsset, 'files'>) {
  if (files.length === 0) return 'None yet'
  return files.map(({ id, format, resolution, size_in_kb, status, failure }) => (
    <div key={id}>
      {[format.toUpperCase(), resolution, `${size_in_kb} KB`, status === 'ready' ? '' : status].filter(Boolean).join(' · ')}
      {failure && <div className={css['bad']}>{failure}</div>}
    </div>
  ))
}

function Earlier({ asset: { earlier_rejections } }: { asset: ReviewedAsset }) {
  if (earlier_rejections.length === 0) return null
  return (
    <section className={css['earlier']} aria-label="Rejected before">
      <h4>{earlier_rejections.length === 1 ? 'Rejected once before' : `Rejected ${earlier_rejections.length} times before`}</h4>
      <ol className={css['decisions']}>
        {earlier_rejections.map(({ decided_at, resubmitted_at, is_overturned, reason, reason_codes }) => (
          <li key={decided_at}>
            <div className={css['quiet']}>
              Rejected {showDay(decided_at)}, {is_overturned ? 'overturned on appeal' : 'resubmitted'} {showDay(resubmitted_at)}
            </div>
            {reasonsOf(reason_codes, reason).join('. ') || 'No reason was given.'}
          </li>
        ))}
      </ol>
    </section>
  )
}
