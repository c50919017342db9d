import type { Thumbnail as Shown } from '#catalogue/featured.contract.ts'
import { MESSAGES, matFor, UNTITLED } from '#catalogue/rules.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import css from './thumbnail.module.css'

type ThumbnailProps = {
  shown: Shown
  /** Whether something beside it says what it is. */
  isDecorative?: boolean
  className?: string | undefined
}

/** A small picture on its mat. */
export function Thumbnail({ shown: { title, color, fills, url, avif_url }, isDecorative = false, className }: ThumbnailProps) {
  const name = title || UNTITLED
  return (
    <span
      className={classNames(css['mat'], fills && css['fills'], className)}
      data-mat={matFor(color)}
      style={fills && color ? { backgroundColor: color } : undefined}
    >
      {url === null ? (
        <span className={css['none']}>{isDecorative ? '' : `${name}: ${MESSAGES.no_preview}`}</span>
      ) : (
        <picture>
          {avif_url && <source type="image/avif" srcSet={avif_url} />}
          <img src={url} alt={isDecorative ? '' : name} className={css['picture']} loading="lazy" decoding="async" draggable={false} />
        </picture>
      )}
    </span>
  )
}
