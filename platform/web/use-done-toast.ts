import { useEffect, useRef } from 'react'
import { toast } from './ui/feedback/toaster.tsx'

/** Shows a toast once for what was done. Errors stay on the page. */
export function useDoneToast({ done }: { done?: string | undefined } = {}): void {
  const said = useRef<string>(undefined)
  useEffect(() => {
    if (done && done !== said.current) toast(done)
    said.current = done
  }, [done])
}
