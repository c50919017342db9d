import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let shown: string | undefined

/** Shows the whole page in a colour that is being chosen; nothing goes back to the person's own. In the browser only. */
export function previewBrand(colour: string | undefined): void {
  shown = colour
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useBrandPreview = (): string | undefined =>
  useSyncExternalStore(
    listen,
    () => shown,
    () => undefined
  )
