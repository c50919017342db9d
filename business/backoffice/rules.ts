/** A page or record that the command palette opens. */
export type PaletteEntry = { to: string; label: string; note: string }
export type PaletteGroup = { label: string; entries: readonly PaletteEntry[] }

/** Pages whose name or group has a word that begins with each typed word. The names that begin with the first one come first. */
export function matchPages(pages: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = ({ label, note }: PaletteEntry) => {
    const own = `${label} ${note}`.toLowerCase().split(/\s+/)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
  const leads = ({ label }: PaletteEntry) => label.toLowerCase().startsWith(words[0] ?? '')
  const found = pages.filter(hasAll)
  return [...found.filter(leads), ...found.filter((page) => !leads(page))]
}

export const WEEK_DAYS = 7
/** This week, and the eight before it. */
export const TREND_DAYS = 9 * WEEK_DAYS
/** Weeks with figures that "usual" needs. */
const HISTORY_MIN = 3

export type Week = { this_week: number; week_before: number; usual: number | undefined }

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Compares the last seven days with the seven before, and with the mean of the weeks since the first one that has figures. */
export function weekOf(daily: readonly number[]): Week {
  const starts = Array.from({ length: Math.floor(daily.length / WEEK_DAYS) }, (_, index) => daily.length - (index + 1) * WEEK_DAYS)
  const [this_week = 0, ...before] = starts.map((start) => sum(daily.slice(start, start + WEEK_DAYS)))
  const history = before.slice(0, before.findLastIndex((total) => total !== 0) + 1)
  return {
    this_week,
    week_before: before[0] ?? 0,
    usual: history.length < HISTORY_MIN ? undefined : sum(history) / history.length
  }
}

/** A week is unusual when it has less than half or more than twice of what is usual, and the difference matters. */
export function oddnessOf({ this_week, usual }: Week, matters_from: number): 'high' | 'low' | undefined {
  if (usual === undefined || Math.abs(this_week - usual) < matters_from) return undefined
  if (this_week > 2 * usual) return 'high'
  return this_week < usual / 2 ? 'low' : undefined
}
