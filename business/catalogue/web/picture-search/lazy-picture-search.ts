import { loadLater } from '#platform/web/loading/load-later.tsx'

/** Loaded when it is opened: most visits to a page that can open it end without it. */
export const PictureSearch = loadLater(async () => ({ default: (await import('./picture-search.tsx')).PictureSearch }))
