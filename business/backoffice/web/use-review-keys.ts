import { useEffect, useRef } from 'react'

type Keys = { onApprove: () => void; onReject: () => void; onMove: (step: number) => void }

const TYPING = 'input, textarea, select, [contenteditable], dialog'

/** A, R and the arrows, anywhere on the page but where one types. */
export function useReviewKeys(keys: Keys, active: boolean): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest?.(TYPING)) return
      if (press(event.key, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active])
}

/** Whether the key means something here. */
function press(key: string, { onApprove, onReject, onMove }: Keys): boolean {
  if (key === 'a' || key === 'A') onApprove()
  else if (key === 'r' || key === 'R') onReject()
  else if (key === 'ArrowLeft') onMove(-1)
  else if (key === 'ArrowRight') onMove(1)
  else return false
  return true
}
