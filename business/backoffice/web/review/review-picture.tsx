import { MESSAGES } from '#catalogue/rules.ts'
import { type Mat, MatChoice } from '#catalogue/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { useSources } from '#submissions/web/index.ts'
import css from './review-picture.module.css'

export const pictureOf = (asset: ReviewedAsset | undefined) => asset?.files.find(({ preview_urls }) => preview_urls)

type ReviewPictureProps = { asset: ReviewedAsset; mat: Mat; zoomed: boolean; onMat: (mat: Mat) => void; onZoom: () => void }

/** The picture without its watermark, as large as the page allows. Zoomed in, it is twice as wide and scrolls. */
export function ReviewPicture({ asset, mat, zoomed, onMat, onZoom }: ReviewPictureProps) {
  const { source, image } = useSources(pictureOf(asset)?.preview_urls)
  const { key, ...attributes } = image
  return (
    <figure className={css['figure']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs keyboard access */}
      <section className={classNames(css['frame'], zoomed && css['zoomed'])} data-mat={mat} aria-label="Picture" tabIndex={0}>
        {source ? (
          <img key={key} {...attributes} sizes={zoomed ? '200vw' : '(min-width: 960px) 800px, 92vw'} alt={asset.title} />
        ) : (
          <span>{MESSAGES.no_preview}</span>
        )}
      </section>
      <div className={css['tools']}>
        <MatChoice name="review-mat" mat={mat} onMat={onMat} />
        <Button type="button" kind="quiet" small disabled={!source} aria-pressed={zoomed} aria-keyshortcuts="z" onClick={onZoom}>
          Zoom
        </Button>
      </div>
    </figure>
  )
}
