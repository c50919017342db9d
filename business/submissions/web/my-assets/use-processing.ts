import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const POLL_INTERVAL_MS = 1000

/** Reloads the page data every second while a file is being processed and the page is visible. */
export function useProcessing(files: readonly { status: string }[]): void {
  const { revalidate } = useRevalidator()
  const isProcessing = files.some(({ status }) => status === 'processing')
  useEffect(() => {
    if (!isProcessing) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isProcessing, revalidate])
}
