import type { FreeState } from '#catalogue/rules.ts'
import { showMoment } from '#platform/web/show.ts'

type Window = { free_state: FreeState; is_free: boolean; free_starts_at: string | null; free_ends_at: string | null }

/** When an asset is free, in words; times are California's. */
export function freeWords({ free_state, is_free, free_starts_at, free_ends_at }: Window): string {
  switch (free_state) {
    case 'free_now':
      return free_ends_at && !is_free ? `Free now, until ${showMoment(free_ends_at)}` : 'Free now'
    case 'free_soon':
      return `Scheduled free ${showMoment(free_starts_at!)}`
    case 'was_free':
      return `Was free until ${showMoment(free_ends_at!)}`
    case 'not_free':
      return 'Not free'
  }
}

export const FREE_MODES = [
  { value: 'none', label: 'Not free' },
  { value: 'now', label: 'Free now, until it is taken back' },
  { value: 'scheduled', label: 'Free for a time' }
] as const
export type FreeMode = (typeof FREE_MODES)[number]['value']

/** A period that is over is none any more. */
export function modeOf({ is_free, free_state }: Window): FreeMode {
  if (is_free) return 'now'
  return free_state === 'free_now' || free_state === 'free_soon' ? 'scheduled' : 'none'
}
