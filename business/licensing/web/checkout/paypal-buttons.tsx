import { Suspense, useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import { loadLater } from '#platform/web/loading/load-later.tsx'

type Props = { client_id: string; currency: string; order_id: string; payment_id: string }

const Buttons = loadLater(async () => {
  const paypal = await import('@paypal/react-paypal-js')
  return {
    default: ({ client_id, currency, order_id, onApprove }: Omit<Props, 'payment_id'> & { onApprove: () => Promise<void> }) => (
      <paypal.PayPalScriptProvider options={{ clientId: client_id, currency, intent: 'capture' }}>
        <paypal.PayPalButtons createOrder={async () => order_id} onApprove={onApprove} />
      </paypal.PayPalScriptProvider>
    )
  }
})

/** PayPal's own buttons, only in the browser and only if PayPal's script loads. The plain link next to them always works. */
export function PayPalButtons({ payment_id, ...order }: Props) {
  const submit = useSubmit()
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (!hydrated) return null
  const onApprove = () => submit({ payment_id }, { method: 'post', replace: true })
  return (
    <Suspense fallback={null}>
      <Buttons {...order} onApprove={onApprove} />
    </Suspense>
  )
}
