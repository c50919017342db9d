import { ORIGIN_LABELS } from '#catalogue/origin.rules.ts'
import { categoryLabel } from '#catalogue/rules.ts'
import { Findings } from '#catalogue/web/index.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { Picture, Pins } from '#submissions/web/index.ts'
import { Files } from '../review/review-details.tsx'
import css from './appeals-page.module.css'

export const SIZES = '(min-width: 960px) 420px, 92vw'

/** All that an overturned rejection would publish, so that nobody approves what they have not seen: every picture, the words, and the findings. */
export function AppealedAsset({ asset }: { asset: ReviewedAsset }) {
  const { title, description, category, origin, tags, pins, files, findings, checked } = asset
  const isPinned = (id: string) => pins.some(({ file_id }) => file_id === id)
  const unpinned = files.filter(({ id, preview_urls }) => preview_urls && !isPinned(id))
  return (
    <>
      <Pins heading="h3" pins={pins} files={files} sizes={SIZES} />
      {unpinned.map(({ id, filename, preview_urls }) => (
        <figure key={id} className={css['file']}>
          <Picture urls={preview_urls} alt={`${title}, ${filename}`} sizes={SIZES} />
          <figcaption>{filename}</figcaption>
        </figure>
      ))}
      {files.every(({ preview_urls }) => !preview_urls) && <Picture urls={undefined} alt={title} sizes={SIZES} />}
      <dl className={css['words']}>
        <dt>Description</dt>
        <dd className={css['text']}>{description || '–'}</dd>
        <dt>Category</dt>
        <dd>{categoryLabel(category)}</dd>
        <dt>Origin</dt>
        <dd>{ORIGIN_LABELS[origin]}</dd>
        <dt>Tags</dt>
        <dd>{tags.join(', ') || '–'}</dd>
        <dt>Files</dt>
        <dd>
          <Files files={files} />
        </dd>
      </dl>
      <Findings findings={findings} checked={checked} files={files} folded />
    </>
  )
}
