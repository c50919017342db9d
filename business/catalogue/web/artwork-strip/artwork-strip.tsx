import { Link } from 'react-router'
import { classNames } from '#platform/web/ui/class-names.ts'
import { UNTITLED } from '../../rules.ts'
import { Preview } from '../preview.tsx'
import css from './artwork-strip.module.css'
import type { Artwork } from './find-artwork.ts'

interface ArtworkStripProps {
  /** For screen readers: what the works have in common. */
  label: string
  works: readonly Artwork[]
  /** Shows two more works on wide screens. */
  wide?: boolean
}

/** What a phone shows. */
const SHOWN_ALWAYS = 3
/** With fewer works, the strip would have holes. */
const MIN = 4

/** A row of works that lead to their pages. A screen shows as many as fit, and a catalogue with too few shows none. */
export function ArtworkStrip({ label, works, wide = false }: ArtworkStripProps) {
  const max = wide && works.length >= MIN + 2 ? MIN + 2 : MIN
  if (works.length < MIN) return null
  return (
    <ul className={classNames(css['strip'], max > MIN && css['wide'])} aria-label={label}>
      {works.slice(0, max).map((work, place) => (
        <li key={work.id}>
          <Link to={`/assets/${work.id}`} title={work.title || UNTITLED}>
            <Preview asset={work} width={320} sizes="(min-width: 720px) 200px, 33vw" eager={place < SHOWN_ALWAYS} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
