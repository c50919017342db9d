import { LinkTabs } from '#platform/web/ui/tabs.tsx'

const TABS = [
  { to: '/client/licenses', label: 'Licenses' },
  { to: '/orders', label: 'Orders' },
  { to: '/client/purchases', label: 'Purchases' }
] as const

/** Switches between the client's licenses, the orders of them, and the payments for them. */
export function LibraryTabs({ current }: { current: (typeof TABS)[number]['to'] }) {
  return <LinkTabs label="My Licenses" tabs={TABS.map((tab) => ({ ...tab, current: tab.to === current }))} />
}
