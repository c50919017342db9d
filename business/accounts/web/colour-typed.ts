/** A colour as people type it, '#0BD', '00b4d8', as '#00bbdd', '#00b4d8'; nothing where it is none. */
export function colourTyped(typed: string): string | undefined {
  const [, digits] = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6})\s*$/i.exec(typed) ?? []
  if (digits === undefined) return undefined
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${full.toLowerCase()}`
}
