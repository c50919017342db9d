/** What waits is counted up to this number; the navigation shows it as '99+'. */
export const WAITING_MAX = 100

export const showWaiting = (count: number): string => (count >= WAITING_MAX ? `${WAITING_MAX - 1}+` : String(count))

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
