import { MESSAGES } from '#catalogue/rules.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import css from './picture.module.css'
import { type PreviewUrls, useSources } from './use-sources.ts'

type PictureProps = {
  urls: PreviewUrls | null | undefined
  alt: string
  /** The `sizes` of the <img>. */
  sizes: string
  large?: boolean
  eager?: boolean
}

/** A preview on its mat, or 'No Preview' if there is none or none of its sources loads. */
export function Picture({ urls, alt, sizes, large, eager }: PictureProps) {
  const { source, image } = useSources(urls)
  const { key, ...attributes } = image
  return (
    <div className={classNames(css['mat'], large && css['large'])}>
      {source ? (
        <img key={key} {...attributes} sizes={sizes} alt={alt} loading={eager ? 'eager' : 'lazy'} decoding="async" />
      ) : (
        <span className={css['none']}>{MESSAGES.no_preview}</span>
      )}
    </div>
  )
}
