import type { KeyScope } from '#platform/contract/key-scopes.ts'

export const KEY_NAME_MAX = 120
export const KEY_DAYS_MAX = 366
export const EXPIRY_TEXT = `Choose a moment in the future, at most ${KEY_DAYS_MAX} days from now.`
export const KEYS_MAX = 100
export const ORIGINS_MAX = 20
export const ORIGIN_LENGTH_MAX = 300
export const PER_MINUTE_MAX = 10_000
/** Days before the end in which the list warns. */
export const ENDS_SOON_DAYS = 14

const DAY_MS = 86_400_000

/** What each scope lets a key do, for the person who chooses. */
export const SCOPE_TEXTS: Readonly<Record<KeyScope, { name: string; text: string }>> = {
  catalogue: { name: 'Catalogue', text: 'Search works, and read their details, prices, and the plans.' },
  licenses: { name: 'Licenses', text: 'List your licenses and get their certificates.' },
  downloads: { name: 'Downloads', text: 'Download works that you have a license for, and license works with your plan.' },
  icons: {
    name: 'Icons',
    text: 'Show your licensed icons on your pages. Anyone can read such a key: list your pages’ origins, and give it no other scope.'
  }
}

/** A scheme and a host, perhaps a port; nothing else. */
const BARE = /^https?:\/\/[^\s/?#@\\*]+$/i

/** Returns an origin as browsers send it. Null unless the text is one of http or https, without path, credentials, or wildcard. */
export function bareOrigin(text: string): string | null {
  if (!BARE.test(text) || !URL.canParse(text)) return null
  return new URL(text).origin
}

/** Whether a new key may end then: in the future, and at most KEY_DAYS_MAX days from now. */
export const mayEndAt = (expires_at: Date, now: Date): boolean =>
  expires_at > now && expires_at.getTime() <= now.getTime() + KEY_DAYS_MAX * DAY_MS

export type KeyState = 'active' | 'ends_soon' | 'expired'

export function keyStateAt(expires_at: Date, now: Date): KeyState {
  if (expires_at <= now) return 'expired'
  return expires_at.getTime() - now.getTime() < ENDS_SOON_DAYS * DAY_MS ? 'ends_soon' : 'active'
}
