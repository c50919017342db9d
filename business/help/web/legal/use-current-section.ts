import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The distance below the sticky bars within which a section counts as reached, in pixels. */
const REACHED_WITHIN = 120

/** Returns the id of the current section: the last one that has reached the top of the page, below the sticky bars. */
export function useCurrentSection(sections: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  const { hash } = useLocation()
  useEffect(() => {
    const ids = sections.map(({ id }) => id)
    let frame = 0
    const update = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setCurrent(currentOf(ids, hash.slice(1))))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [sections, hash])
  return current
}

function currentOf(ids: readonly string[], target: string): string | undefined {
  const { scrollPaddingTop, scrollHeight, clientHeight } = measures()
  const reached = ids.filter((id) => topOf(id) <= scrollPaddingTop + REACHED_WITHIN)
  const isAtEnd = window.scrollY + clientHeight >= scrollHeight - 2
  return (isAtEnd && currentAtEnd(ids, { target, reached })) || (reached.at(-1) ?? ids[0])
}

/** At the end of the page, the last sections cannot reach the top: returns the link's target if it is one of them, else the last section. */
function currentAtEnd(ids: readonly string[], { target, reached }: { target: string; reached: readonly string[] }): string | undefined {
  return ids.includes(target) && !reached.slice(0, -1).includes(target) ? target : ids.at(-1)
}

const topOf = (id: string): number => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY

function measures() {
  const { documentElement } = document
  const { scrollHeight, clientHeight } = documentElement
  return { scrollPaddingTop: Number.parseFloat(getComputedStyle(documentElement).scrollPaddingTop) || 0, scrollHeight, clientHeight }
}
