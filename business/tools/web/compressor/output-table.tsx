import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import { isEnlarged, outputName, sizeChange } from '../../compress.rules.ts'
import { useObjectUrl } from '../use-object-url.ts'
import type { MadeFile, Picture } from './compress-list.ts'
import css from './compressor.module.css'

const small = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const large = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Formats bytes as KB of 1024 bytes: '9.6', '1,234'. */
export const showKb = (bytes: number): string => (bytes < 10_240 ? small : large).format(bytes / 1024)

interface OutputTableProps {
  picture: Picture
  compared: MadeFile | undefined
  onCompare: (file: MadeFile | undefined) => void
  onSaved: () => void
}

export function OutputTable({ picture, compared, onCompare, onSaved }: OutputTableProps) {
  const { file: original, head, size, base, made } = picture
  const enlarged = (width: number) => size !== undefined && isEnlarged(width, { width: size.width, format: head.format })
  const columns: Column<MadeFile>[] = [
    { head: 'File name', kind: 'title', cell: (file) => outputName(base, file) },
    { head: 'Type', cell: ({ type }) => (type === 'png' ? 'PNG' : 'WebP') },
    {
      head: 'Resolution',
      cell: ({ width, height }) => (
        <span className={css['resolution']}>
          {width} × {height}
          {enlarged(width) && <Badge tone="warn">enlarged</Badge>}
        </span>
      )
    },
    { head: 'Size (KB)', kind: 'number', cell: ({ blob }) => showKb(blob.size) },
    { head: 'Saving', kind: 'number', cell: ({ blob }) => sizeChange(original.size, blob.size) },
    {
      head: '',
      kind: 'actions',
      cell: (file) => (
        <RowActions
          name={outputName(base, file)}
          blob={file.blob}
          compared={file === compared}
          onCompare={() => onCompare(file === compared ? undefined : file)}
          onSaved={onSaved}
        />
      )
    }
  ]
  return (
    <div className={css['table']}>
      <Table
        caption={`Files created from ${original.name}`}
        columns={columns}
        rows={made}
        rowKey={({ width, type }) => `${width}-${type}`}
        selected={(file) => file === compared}
      />
    </div>
  )
}

type RowActionsProps = { name: string; blob: Blob; compared: boolean; onCompare: () => void; onSaved: () => void }

function RowActions({ name, blob, compared, onCompare, onSaved }: RowActionsProps) {
  const url = useObjectUrl(blob)
  return (
    <span className={css['rowActs']}>
      <Button type="button" kind="quiet" small aria-pressed={compared} aria-label={`Compare ${name}`} onClick={onCompare}>
        Compare
      </Button>
      <a href={url} download={name} aria-label={`Download ${name}`} onClick={onSaved}>
        Download
      </a>
    </span>
  )
}
