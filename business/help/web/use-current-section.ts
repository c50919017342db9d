import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** How far below the fixed bars a section counts as reached, in pixels. */
const REACH = 120

/** The id of the section being read: the last one that has reached the top of the page, just below its bars. */
export function useCurrentSection(sections: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  const { hash } = useLocation()
  useEffect(() => {
    const ids = sections.map(({ id }) => id)
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setCurrent(readNow(ids, hash.slice(1))))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [sections, hash])
  return current
}

function readNow(ids: readonly string[], asked: string): string | undefined {
  const { scrollPaddingTop, scrollHeight, clientHeight } = measures()
  const reached = ids.filter((id) => topOf(id) <= scrollPaddingTop + REACH)
  const isAtEnd = window.scrollY + clientHeight >= scrollHeight - 2
  return (isAtEnd && wantedAtEnd(ids, { asked, reached })) || (reached.at(-1) ?? ids[0])
}

/** At the end of the page the last sections cannot reach the top: the one that was asked for counts, else the last. */
function wantedAtEnd(ids: readonly string[], { asked, reached }: { asked: string; reached: readonly string[] }): string | undefined {
  return ids.includes(asked) && !reached.slice(0, -1).includes(asked) ? asked : ids.at(-1)
}

const topOf = (id: string): number => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY

function measures() {
  const { documentElement } = document
  const { scrollHeight, clientHeight } = documentElement
  return { scrollPaddingTop: Number.parseFloat(getComputedStyle(documentElement).scrollPaddingTop) || 0, scrollHeight, clientHeight }
}
