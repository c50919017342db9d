import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconNext, IconPrev } from '#platform/web/ui/icons.ts'
import css from './scroll-row.module.css'

type ScrollRowProps = { title: string; className?: string | undefined; more?: ReactNode; children: ReactNode }

/** One row that scrolls sideways: by touch, by the arrow keys when something in it has the focus, and by its buttons. It never moves by itself. */
export function ScrollRow({ title, className, more, children }: ScrollRowProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const { canGoBack, canGoOn, measure } = useEnds(list)
  const scroll = (direction: 1 | -1) => list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.8, behavior: motion() })
  return (
    <section className={className} aria-labelledby={id}>
      <div className={css['head']}>
        <h2 id={id} className={css['title']}>
          {title}
        </h2>
        <span className={css['steps']} hidden={!canGoBack && !canGoOn}>
          <button type="button" className={css['step']} aria-label={`${title}: back`} disabled={!canGoBack} onClick={() => scroll(-1)}>
            <IconPrev size={18} aria-hidden="true" />
          </button>
          <button type="button" className={css['step']} aria-label={`${title}: more`} disabled={!canGoOn} onClick={() => scroll(1)}>
            <IconNext size={18} aria-hidden="true" />
          </button>
        </span>
        {more}
      </div>
      <ul ref={list} className={css['list']} onScroll={measure}>
        {children}
      </ul>
    </section>
  )
}

const motion = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth')

/** Follows how far the list can be scrolled in both directions. Before hydration there are no buttons. */
function useEnds(list: React.RefObject<HTMLUListElement | null>) {
  const [ends, setEnds] = useState({ canGoBack: false, canGoOn: false })
  const measure = () => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = list.current ?? {}
    const moved = Math.abs(scrollLeft)
    const found = { canGoBack: moved > 2, canGoOn: moved + clientWidth < scrollWidth - 2 }
    setEnds((known) => (known.canGoBack === found.canGoBack && known.canGoOn === found.canGoOn ? known : found))
  }
  const latest = useRef(measure)
  latest.current = measure
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current())
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  }, [list])
  return { ...ends, measure }
}
