import type { Key, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './table.module.css'

export interface Column<Row> {
  /** The column's name. On a phone it is next to the value. Empty for a column that needs none. */
  head: string
  cell: (row: Row) => ReactNode
  /** `number` is right-aligned in tabular figures, `date` stays on one line, `title` leads the row on a phone, `actions` holds buttons. */
  kind?: 'text' | 'number' | 'date' | 'title' | 'actions'
}

export interface TableProps<Row> {
  /** For screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  selected?: (row: Row) => boolean
  /** Shown when there are no rows; usually an EmptyState. */
  empty?: ReactNode
  /** Keeps the header in view while the page scrolls. Its container needs `container-type`. */
  sticky?: boolean
}

/** A table. Below 720 px every row becomes a small list. Roles are explicit because `display: block` removes them in some browsers. */
export function Table<Row>({ caption, columns, rows, rowKey, selected, empty, sticky }: TableProps<Row>) {
  if (rows.length === 0 && empty) return empty
  return (
    <div className={classNames(css['scroll'], sticky && css['sticky'])}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className={css['table']} role="table">
        <caption>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, kind = 'text' }) => (
              <th key={head} scope="col" role="columnheader" className={css[kind]} data-actions={kind === 'actions' ? '' : undefined}>
                {head || <span className={css['unnamed']}>Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" aria-selected={selected?.(row)}>
              {columns.map(({ head, kind = 'text', cell }) => (
                <td
                  key={head}
                  role="cell"
                  className={classNames(css[kind])}
                  data-label={kind === 'title' || kind === 'actions' ? undefined : head}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  )
}
