import { useFetcher } from 'react-router'
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
