import { useRef } from 'react'
import { Button } from '../button.tsx'
import { IconDownload } from '../icons.ts'
import { Table, type TableProps } from '../table.tsx'
import { ColumnMenu } from './column-menu.tsx'
import css from './desk-table.module.css'
import { SavedViews } from './saved-views.tsx'
import { rowsOf, saveText, shownCsv } from './shown-csv.ts'
import { useTableChoices } from './table-choices.tsx'
import { useRowKeys } from './use-row-keys.ts'

type DeskTableProps<Row> = TableProps<Row> & {
  /** Names the table where its columns are remembered, and its CSV file. */
  name: string
}

/** The table of a desk: a header that stays in view, columns to choose, saved filters, keys for rows, and a CSV of what is shown. */
export function DeskTable<Row>({ name, columns, ...table }: DeskTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  useRowKeys(frame)
  const { hidden } = useTableChoices()
  const off = hidden[name] ?? []
  const optional = columns.filter(({ head, kind }) => head !== '' && kind !== 'title' && kind !== 'actions').map(({ head }) => head)
  const shown = columns.filter(({ head }) => !optional.includes(head) || !off.includes(head))
  const download = () => {
    const found = frame.current?.querySelector('table')
    if (found) saveText(`${name}.csv`, shownCsv(rowsOf(found)))
  }
  return (
    <div className={css['desk']}>
      <DeskTools>
        <ColumnMenu table={name} heads={optional} />
        <CsvButton disabled={table.rows.length === 0} onClick={download} />
      </DeskTools>
      <div ref={frame} className={css['frame']}>
        <Table {...table} columns={shown} sticky />
      </div>
    </div>
  )
}

/** A list that is no table, as its CSV shows it: the head first, then a row for each item. */
type ListCsv = { name: string; rows: readonly (readonly string[])[] }

type DeskToolsProps = { csv?: ListCsv | undefined; children?: React.ReactNode }

/** The row above a list: saved filters first, then what is passed, and the CSV of a list that is no table. */
export function DeskTools({ csv, children }: DeskToolsProps) {
  return (
    <div className={css['tools']}>
      <SavedViews />
      {(children || csv) && (
        <div className={css['end']}>
          {children}
          {csv && <CsvButton disabled={csv.rows.length < 2} onClick={() => saveText(`${csv.name}.csv`, shownCsv(csv.rows))} />}
        </div>
      )}
    </div>
  )
}

const CsvButton = (button: { disabled: boolean; onClick: () => void }) => (
  <Button type="button" kind="quiet" small {...button}>
    <IconDownload size={16} aria-hidden="true" />
    This page as CSV
  </Button>
)
