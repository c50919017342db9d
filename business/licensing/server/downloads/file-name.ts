const MAX_LENGTH = 120

/** Turns a title into a file name that every system accepts: 'Blue fox: day/night' becomes 'Blue fox day night'. */
export function fileNameOf(title: string, format: string, width?: number): string {
  const plain = title
    .replace(/[\u0000-\u001f\u007f"*/:<>?\\|]+/g, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const name = [...plain].slice(0, MAX_LENGTH).join('').trim() || 'Asset'
  return `${name}${width ? ` ${width} px` : ''}.${format}`
}
