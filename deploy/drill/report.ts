export type Row = {
  event: string
  without_writes_ms: number
  asked: number
  failed: number
  purchases: number
  retried: number
  given_up: number
  lost: number
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/** The table for docs/operations.md. */
export function showTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ event, without_writes_ms, asked, failed, purchases, retried, given_up, lost }) =>
      `| ${event} | ${seconds(without_writes_ms)} | ${failed} of ${asked} | ${purchases} | ${retried} | ${given_up} | ${lost} |`
  )
  return [
    '| event | seconds without writes | requests failed | purchases | had to repeat a call | given up | lost |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...lines
  ].join('\n')
}
