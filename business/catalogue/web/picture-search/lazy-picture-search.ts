import { lazy } from 'react'

/** Loaded when it is opened: most visits to a page that can open it end without it. */
export const PictureSearch = lazy(async () => ({ default: (await import('./picture-search.tsx')).PictureSearch }))
