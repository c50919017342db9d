const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: unknown): string => String(text).replace(/[&<>"']/g, (mark) => ENTITIES[mark]!)

/** Markup in which every value is escaped. Nested markup stays markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Html | Html[] | null | undefined | false

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.reduce((text, part, index) => text + show(pieces[index - 1]) + part))
}

function show(piece: Piece): string {
  if (piece instanceof Html) return piece.text
  if (Array.isArray(piece)) return piece.map(({ text }) => text).join('')
  return piece === null || piece === undefined || piece === false ? '' : escapeHtml(piece)
}
