import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { toast } from '#platform/web/ui/toaster.tsx'
import type { AdminSubscription } from '#subscriptions/contract.ts'

export type Outcome = { done?: string; fields?: Record<string, string> }
/** What is asked about, or asks for more, before it is done. */
export type Asked = { subscription: AdminSubscription; intent: 'cancel' | 'convert' | 'price' }

/** One row's work, shared by its buttons and its dialog through the key. */
export function useSubscriptionDeed({ id }: Pick<AdminSubscription, 'id'>) {
  const fetcher = useFetcher<Outcome>({ key: `subscription ${id}` })
  return {
    busy: fetcher.state !== 'idle',
    doing: fetcher.formData?.get('intent'),
    outcome: fetcher.state === 'submitting' ? undefined : fetcher.data,
    run: (intent: string, typed: Record<string, string> = {}) =>
      void fetcher.submit({ intent, id, ...typed }, { method: 'post', preventScrollReset: true })
  }
}

/** Says once what was done; what failed stays where it was asked for. */
export function useDoneToast({ done }: Outcome = {}): void {
  const said = useRef<string>(undefined)
  useEffect(() => {
    if (done && done !== said.current) toast(done)
    said.current = done
  }, [done])
}
