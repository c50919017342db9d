import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const EVERY_MS = 1000

/** Asks again, once a second and only while the page is seen, as long as a file is being processed. */
export function useProcessing(files: readonly { status: string }[]): void {
  const { revalidate } = useRevalidator()
  const isWaiting = files.some(({ status }) => status === 'processing')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}
