import { useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '../../conversation.contract.ts'

const NEAR_PX = 60

/** Keeps the scroll position: at the end while the reader is there, otherwise on the same message while others load. */
export function usePreservedScroll(messages: readonly Message[], outgoing: number) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const before = useRef({ first: messages[0]?.position, height: 0, outgoing })
  const [isAway, setAway] = useState(false)
  const newest = messages.at(-1)?.position

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the shown messages change
  useLayoutEffect(() => {
    const shown = box.current
    if (!shown) return
    const { first, height, outgoing: fewer } = before.current
    const isEarlier = first !== undefined && messages[0] !== undefined && messages[0].position < first
    if (isEarlier) shown.scrollTop += shown.scrollHeight - height
    else if (isAtEnd.current || outgoing > fewer) shown.scrollTop = shown.scrollHeight
    else setAway(true)
    before.current = { first: messages[0]?.position, height: shown.scrollHeight, outgoing }
  }, [messages.length, newest, outgoing])

  return {
    box,
    isAway,
    onScroll: () => {
      const shown = box.current
      if (!shown) return
      isAtEnd.current = shown.scrollHeight - shown.scrollTop - shown.clientHeight < NEAR_PX
      if (isAtEnd.current) setAway(false)
    },
    toEnd: () => box.current?.scrollTo({ top: box.current.scrollHeight })
  }
}
