/** Normalizes a typed color: '#0BD' becomes '#00bbdd'. Returns undefined if it is not a color. */
export function parseColor(typed: string): string | undefined {
  const [, digits] = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6})\s*$/i.exec(typed) ?? []
  if (digits === undefined) return undefined
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${full.toLowerCase()}`
}
