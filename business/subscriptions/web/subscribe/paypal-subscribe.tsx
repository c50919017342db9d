import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { CURRENCY } from '#payments/rules.ts'
import { loadLater } from '#platform/web/loading/load-later.tsx'

type Props = { client_id: string; subscription_id: string; page: string }

const Buttons = loadLater(async () => {
  const paypal = await import('@paypal/react-paypal-js')
  return {
    default: ({ client_id, subscription_id, onApprove }: Omit<Props, 'page'> & { onApprove: () => Promise<void> }) => (
      <paypal.PayPalScriptProvider options={{ clientId: client_id, currency: CURRENCY, vault: true, intent: 'subscription' }}>
        <paypal.PayPalButtons createSubscription={async () => subscription_id} onApprove={onApprove} />
      </paypal.PayPalScriptProvider>
    )
  }
})

/** PayPal's own buttons, only in the browser and only if PayPal's script loads. The link next to them always works. The payment page confirms the approval. */
export function PayPalSubscribe({ page, ...ids }: Props) {
  const navigate = useNavigate()
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (!isHydrated) return null
  const onApprove = async () => navigate(`${page}&${new URLSearchParams({ subscription_id: ids.subscription_id })}`)
  return (
    <Suspense fallback={null}>
      <Buttons {...ids} onApprove={onApprove} />
    </Suspense>
  )
}
