import type { Sandbox } from '../context.ts'
import type { Capture, Sale } from '../documents.ts'

/** PayPal refunds subscription payments through the same calls as captures. */
export function captureOfSale({ id, subscription_id, status = 'COMPLETED', amount, custom_id, time }: Sale): Capture {
  return {
    id,
    subscription_id,
    reference_id: 'default',
    status,
    amount,
    refused: false,
    ...(custom_id && { custom_id }),
    create_time: time,
    update_time: time
  }
}

export function saveSaleStatus({ store }: Sandbox, { id, status }: Capture): void {
  const sale = store.find('sale', id)
  if (sale && (status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED')) store.put('sale', { ...sale, status })
}
