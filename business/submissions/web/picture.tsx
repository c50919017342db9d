import { useState } from 'react'
import { WORDS } from '#catalogue/rules.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import css from './picture.module.css'

type PictureProps = {
  urls: { 320: string; 640: string; 1200: string } | null | undefined
  alt: string
  /** As an <img>'s sizes. */
  sizes: string
  large?: boolean
  eager?: boolean
}

/** A preview on its mat; 'No Preview' where there is none or it does not load. */
export function Picture({ urls, alt, sizes, large, eager }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const look = classNames(css['mat'], large && css['large'])
  if (!urls || failed === urls[640])
    return (
      <div className={look}>
        <span className={css['none']}>{WORDS.no_preview}</span>
      </div>
    )
  return (
    <div className={look}>
      <img
        key={urls[640]}
        src={urls[640]}
        srcSet={`${urls[320]} 320w, ${urls[640]} 640w, ${urls[1200]} 1200w`}
        sizes={sizes}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setFailed(urls[640])}
      />
    </div>
  )
}
