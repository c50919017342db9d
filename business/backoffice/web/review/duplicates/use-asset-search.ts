import { useEffect, useRef, useState } from 'react'
import { assetIdIn } from '#claims/rules.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { adminAssets, ReviewedAsset } from '#submissions/review.contract.ts'

const SEARCH = route<typeof adminAssets>({ method: 'GET', path: '/admin/assets' })
const DEBOUNCE_MS = 250
const FOUND_MAX = 6

export type FoundAssets = { state: 'idle' | 'loading' | 'failed' } | { state: 'found'; assets: readonly ReviewedAsset[] }

/** Searches assets in every status by title, tag, or the address of their page, after a pause in typing. Only the latest search counts. */
export function useAssetSearch() {
  const [found, setFound] = useState<FoundAssets>({ state: 'idle' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string) => {
    clearTimeout(timer.current)
    latest.current += 1
    const current = latest.current
    const show = (next: FoundAssets) => {
      if (current === latest.current) setFound(next)
    }
    if (text.trim() === '') return show({ state: 'idle' })
    show({ state: 'loading' })
    const id = assetIdIn(text)
    const query = id ? { ids: id, page_size: 1 } : { q: text, page_size: FOUND_MAX }
    timer.current = setTimeout(() => {
      browserApi()(SEARCH, { query }).then(
        (assets) => show({ state: 'found', assets }),
        () => show({ state: 'failed' })
      )
    }, DEBOUNCE_MS)
  }
  return { found, search }
}
