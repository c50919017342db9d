import { useEffect, useRef } from 'react'
import { toast } from './ui/toaster.tsx'

/** Says once what was done; what failed stays in its place. */
export function useDoneToast({ done }: { done?: string | undefined } = {}): void {
  const said = useRef<string>(undefined)
  useEffect(() => {
    if (done && done !== said.current) toast(done)
    said.current = done
  }, [done])
}
