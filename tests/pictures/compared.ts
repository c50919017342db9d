import type { Visitor } from '../support/browser/pages.ts'

type Compared = { name: string; who: Visitor; address: string; screen: keyof typeof SCREENS; theme: 'light' | 'dark' }

export const SCREENS = {
  desk: { width: 1280, height: 860 },
  phone: { width: 390, height: 844 }
} as const

/** The pictures that `npm test` compares. Nothing on them changes from day to day. */
export const COMPARED: readonly Compared[] = [
  { name: 'home-desk', who: 'visitor', address: '/', screen: 'desk', theme: 'light' },
  { name: 'home-phone', who: 'visitor', address: '/', screen: 'phone', theme: 'dark' },
  { name: 'asset-desk', who: 'visitor', address: '/assets/:assetId', screen: 'desk', theme: 'light' },
  { name: 'asset-phone', who: 'visitor', address: '/assets/:assetId', screen: 'phone', theme: 'dark' },
  { name: 'pricing-desk', who: 'visitor', address: '/pricing', screen: 'desk', theme: 'dark' },
  { name: 'register-phone', who: 'visitor', address: '/register', screen: 'phone', theme: 'light' },
  { name: 'faq-desk', who: 'visitor', address: '/faq', screen: 'desk', theme: 'light' },
  { name: 'label-desk', who: 'client', address: '/qr-barcode', screen: 'desk', theme: 'light' },
  { name: 'requests-phone', who: 'client', address: '/custom-requests?new=1', screen: 'phone', theme: 'dark' },
  { name: 'assets-desk', who: 'artist', address: '/assets', screen: 'desk', theme: 'dark' },
  { name: 'review-desk', who: 'admin', address: '/admin/review', screen: 'desk', theme: 'light' },
  { name: 'wages-phone', who: 'admin', address: '/admin/wage-rules', screen: 'phone', theme: 'light' }
]
