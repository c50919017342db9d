import type { CSSProperties } from 'react'
import type { AssetDetail } from '#catalogue/contract.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { IconGrid } from '#platform/web/ui/icons.ts'
import css from './grid.module.css'
import { gridOf } from './grid-of.ts'

type GridChoiceProps = { name: string; checked?: boolean; onChoose?: (checked: boolean) => void }

/** Switches the grid. Without `onChoose`, the browser holds the choice, so it works before hydration. */
export function GridChoice({ name, checked, onChoose }: GridChoiceProps) {
  const state = onChoose && {
    checked,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChoose(currentTarget.checked)
  }
  return (
    <label className={css['choice']} title="Grid">
      <input type="checkbox" name={name} aria-label="Grid" {...state} />
      <IconGrid size={18} aria-hidden="true" />
    </label>
  )
}

type GridOfFile = { ratio: number; columns: number; rows: number }

/** The grid of the shown file, at its units if it is a small drawing. Undefined if its size is unknown. */
export function gridOfFile({ files }: Pick<AssetDetail, 'files'>): GridOfFile | undefined {
  const file = files.find(({ preview_urls }) => preview_urls)
  const [width = 0, height = 0] = (file?.resolution ?? '').split('x').map(Number)
  return width && height ? { ratio: width / height, ...gridOf({ width, height }) } : undefined
}

type GridLinesProps = Pick<GridOfFile, 'columns' | 'rows'> & {
  ratio?: number
  className: string | undefined
  style?: CSSProperties | undefined
}

export function GridLines({ ratio, columns, rows, className, style }: GridLinesProps) {
  const shape = { '--ratio': ratio, '--columns': columns, '--rows': rows, ...style } as CSSProperties
  return <span className={classNames(css['lines'], className)} style={shape} />
}
