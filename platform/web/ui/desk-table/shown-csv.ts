import { guardCell } from '#platform/contract/spreadsheet-cell.ts'

const quoted = (text: string) => `"${guardCell(text).replaceAll('"', '""')}"`

/** Writes rows of text as CSV for spreadsheets, like the files of the server: a byte order mark for Excel, CRLF, and no formulas. */
export const shownCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`

/** The texts of a cell in order. Of a choice, only what is chosen. */
function textsIn(node: Node): string[] {
  if (node instanceof HTMLSelectElement) return [node.selectedOptions[0]?.text ?? '']
  if (node instanceof Text) return [node.data.trim()]
  return [...node.childNodes].flatMap(textsIn)
}

const textOf = (cell: HTMLElement) => textsIn(cell).filter(Boolean).join(' ')

/** The text of a table as it is shown: its columns and rows, without those for actions. */
export function rowsOf(table: HTMLTableElement): string[][] {
  const [head, ...rows] = [...table.rows]
  const kept = [...(head?.cells ?? [])].map((cell) => cell.dataset['actions'] === undefined)
  return [head, ...rows].map((row) => [...(row?.cells ?? [])].filter((_, index) => kept[index]).map(textOf))
}

/** Saves a text as a file, under a name that the browser may change. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}
