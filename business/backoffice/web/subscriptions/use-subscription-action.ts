import { useFetcher } from 'react-router'
import type { AdminSubscription } from '#subscriptions/admin.contract.ts'

export type Outcome = { done?: string; fields?: Record<string, string> }
/** An action that opens a dialog first. */
export type Asked = { subscription: AdminSubscription; intent: 'cancel' | 'convert' | 'price' }

/** The state of one row's action. The row's buttons and its dialog share it through the key. */
export function useSubscriptionAction({ id }: Pick<AdminSubscription, 'id'>) {
  const fetcher = useFetcher<Outcome>({ key: `subscription ${id}` })
  return {
    busy: fetcher.state !== 'idle',
    doing: fetcher.formData?.get('intent'),
    outcome: fetcher.state === 'submitting' ? undefined : fetcher.data,
    run: (intent: string, fields: Partial<Record<string, string>> = {}) =>
      void fetcher.submit({ intent, id, ...fields }, { method: 'post', preventScrollReset: true })
  }
}
