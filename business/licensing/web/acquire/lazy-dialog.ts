import { lazy } from 'react'

/** Loaded when it is shown: most visits to a page that can open it end without it. */
export const AcquireDialog = lazy(async () => ({ default: (await import('./acquire-dialog.tsx')).AcquireDialog }))
