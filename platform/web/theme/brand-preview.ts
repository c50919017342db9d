import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let shown: string | undefined

/** Previews a color on the whole page; undefined restores the person's own color. Browser only. */
export function previewBrand(color: string | undefined): void {
  shown = color
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
