import { loadLater } from '#platform/web/loading/load-later.tsx'

/** Loaded when it is shown: most visits to a page that can open it end without it. */
export const AcquireDialog = loadLater(async () => ({ default: (await import('./acquire-dialog.tsx')).AcquireDialog }))
