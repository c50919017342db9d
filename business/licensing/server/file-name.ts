const LONGEST = 120

/** A title as a file name that every system takes: 'Blue fox: day/night' is 'Blue fox day night'. */
export function fileNameOf(title: string, format: string, width?: number): string {
  const plain = title
    .replace(/[\u0000-\u001f\u007f"*/:<>?\\|]+/g, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const name = [...plain].slice(0, LONGEST).join('').trim() || 'Asset'
  return `${name}${width ? ` ${width} px` : ''}.${format}`
}

/** RFC 6266: a name in ASCII for old readers, and the true one. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '_')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
