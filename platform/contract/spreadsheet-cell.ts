const FORMULA_AT_START = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
/** All separators, spaces, and quotes in front of a formula. Each such run is tried from its start only, so that the time grows with the text and not with its square. */
const BEFORE_FORMULA = /(?<![\s;"])[\s;"]+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const CELL_START = /(?<=^[;\r\n]|\S\t)/g

/** Puts an apostrophe in front of a text that a spreadsheet would read as a formula, and of each part of it that may become a cell. */
export const guardCell = (text: string): string => (FORMULA_AT_START.test(text) ? "'" : '') + text.replace(BEFORE_FORMULA, markCells)

/** Puts an apostrophe in front of each cell that may start between the last separator and the formula. */
function markCells(run: string, offset: number, text: string): string {
  const start = Math.max(...[';', '\r', '\n'].map((separator) => run.lastIndexOf(separator))) + 1
  const before = text[offset + start - 1] ?? ''
  return run.slice(0, start) + (before + run.slice(start)).replace(CELL_START, "'").slice(before.length)
}
