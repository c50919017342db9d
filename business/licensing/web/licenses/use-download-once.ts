import { useEffect, useState } from 'react'

/**
 * Starts the download at an address once, if the page's own address has the parameter `flag`, which it then removes: a reload does not start it again.
 * The address responds with an attachment, so the page stays open. Returns true once the download has started.
 */
export function useDownloadOnce(address: string | undefined, flag: 'paid' | 'start'): boolean {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    if (!address || started) return
    setStarted(true)
    const here = new URL(location.href)
    here.searchParams.delete(flag)
    history.replaceState(history.state, '', here)
    location.assign(address)
  }, [address, started, flag])
  return started
}
