import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { IconUp } from '#platform/web/ui/icons.ts'
import type { Section } from './legal-text.ts'
import css from './section-chips.module.css'
import { useCurrentSection } from './use-current-section.ts'

/** Links to the sections of the page and highlights the current one. The links work without JavaScript. */
export function SectionChips({ sections }: { sections: readonly Pick<Section, 'id' | 'chip'>[] }) {
  const current = useCurrentSection(sections)
  const strip = useRef<HTMLOListElement>(null)
  useEffect(() => keepInView(strip.current, current), [current])
  return (
    <nav className={css['bar']} aria-label="Sections">
      <ol ref={strip} className={css['strip']}>
        {sections.map(({ id, chip }) => (
          <li key={id}>
            <Link to={`#${id}`} className={css['chip'] ?? ''} aria-current={id === current ? 'location' : undefined}>
              {chip}
            </Link>
          </li>
        ))}
      </ol>
      <Link to="#top" className={css['top'] ?? ''}>
        <IconUp size={18} aria-hidden="true" />
        <span>Back to top</span>
      </Link>
    </nav>
  )
}

/** Scrolls only the strip; scrollIntoView would also scroll the page. */
function keepInView(strip: HTMLElement | null, id: string | undefined): void {
  const chip = strip?.querySelector<HTMLElement>(`a[href$="#${id}"]`)
  if (!strip || !chip) return
  const left = chip.offsetLeft - strip.offsetLeft
  strip.scrollTo({ left: left - (strip.clientWidth - chip.offsetWidth) / 2 })
}
