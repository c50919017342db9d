import { useEffect, useEffectEvent, useRef, useState } from 'react'

export type PreviewUrls = { 320: string; 640: string; 1200: string }
type Source = { src: string; srcSet?: string }

/** First a srcset for the browser to choose from, then each width on its own. */
function sourcesOf(urls: PreviewUrls | null | undefined): Source[] {
  if (!urls) return []
  const srcSet = `${urls[320]} 320w, ${urls[640]} 640w, ${urls[1200]} 1200w`
  return [{ src: urls[640], srcSet }, { src: urls[640] }, { src: urls[1200] }, { src: urls[320] }]
}

/** Switches to a picture's next source when one fails to load, even before hydration. Returns no source once all have failed. */
export function useSources(urls: PreviewUrls | null | undefined) {
  const of = urls?.[640] ?? ''
  const [failed, setFailed] = useState({ of, count: 0 })
  const count = failed.of === of ? failed.count : 0
  const ref = useRef<HTMLImageElement>(null)
  const onError = () => setFailed({ of, count: count + 1 })
  const checkEarlierFailure = useEffectEvent(() => {
    if (ref.current?.complete && ref.current.naturalWidth === 0) onError()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each source
  useEffect(() => checkEarlierFailure(), [of, count])
  const source = sourcesOf(urls)[count]
  return { source, image: { key: `${of} ${count}`, ref, onError, ...source } }
}
