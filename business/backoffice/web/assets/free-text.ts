import type { FreeState } from '#catalogue/rules.ts'
import { showMoment } from '#platform/web/show.ts'

type FreePeriod = { free_state: FreeState; is_free: boolean; free_starts_at: string | null; free_ends_at: string | null }

/** Describes when an asset is free, in California time. */
export function freeText({ free_state, is_free, free_starts_at, free_ends_at }: FreePeriod): string {
  switch (free_state) {
    case 'free_now':
      return free_ends_at && !is_free ? `Free now, until ${showMoment(free_ends_at)}` : 'Free now'
    case 'free_soon':
      return free_starts_at ? `Scheduled free ${showMoment(free_starts_at)}` : 'Scheduled free'
    case 'was_free':
      return free_ends_at ? `Was free until ${showMoment(free_ends_at)}` : 'Was free'
    case 'not_free':
      return 'Not free'
  }
}

export const FREE_MODES = [
  { value: 'none', label: 'Not free' },
  { value: 'now', label: 'Free now, until you change it' },
  { value: 'scheduled', label: 'Free for a period' }
] as const
export type FreeMode = (typeof FREE_MODES)[number]['value']

/** A period that has ended counts as not free. */
export function modeOf({ is_free, free_state }: FreePeriod): FreeMode {
  if (is_free) return 'now'
  return free_state === 'free_now' || free_state === 'free_soon' ? 'scheduled' : 'none'
}
