import type { ReactNode } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import css from './beside-artwork.module.css'

type BesideArtworkProps = { artwork: 'mountains' | 'desert'; children: ReactNode }

/** A form with a picture beside it, on screens with room for both. The picture says nothing that the form does not. */
export const BesideArtwork = ({ artwork, children }: BesideArtworkProps) => (
  <div className={css['beside']}>
    {children}
    <div className={classNames(css['artwork'], css[artwork])} aria-hidden="true" />
  </div>
)
