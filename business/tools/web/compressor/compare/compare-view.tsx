import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { outputName, sizeChange } from '../../compress.rules.ts'
import { useObjectUrl } from '../use-object-url.ts'
import css from './compare-view.module.css'
import type { MadeFile, Picture } from './compress-list.ts'
import { showKb } from './output-table.tsx'

/** Shows the original to the left of the divider and the compressed file to the right. A pointer or the keyboard moves the divider. */
export function CompareView({ picture, file }: { picture: Picture; file: MadeFile }) {
  const [part, setPart] = useState(50)
  const before = useObjectUrl(picture.file)
  const after = useObjectUrl(file.blob)
  const name = outputName(picture.base, file)
  const { width, height } = file
  const figure = useRef<HTMLElement>(null)
  // On a phone, the view opens far below its button.
  useEffect(() => figure.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <figure ref={figure} className={css['compare']} style={{ '--part': `${part}%`, '--width': `${width}px` } as CSSProperties}>
      <div className={css['stage']} style={{ aspectRatio: `${width} / ${height}` }}>
        {after && <img className={css['after']} src={after} alt={`${name}, compressed`} />}
        {before && <img className={css['before']} src={before} alt={`${picture.file.name}, the original`} />}
        <span className={css['line']} aria-hidden="true" />
        <input
          type="range"
          min={0}
          max={100}
          value={part}
          aria-label="Share of the original shown"
          aria-valuetext={`${part}% original, ${100 - part}% compressed`}
          onChange={({ currentTarget }) => setPart(Number(currentTarget.value))}
        />
      </div>
      <figcaption className={css['caption']}>
        <span>
          <b>Original</b> {showKb(picture.file.size)} KB
        </span>
        <span>
          <b>{name}</b> {showKb(file.blob.size)} KB, {sizeChange(picture.file.size, file.blob.size)}
        </span>
      </figcaption>
    </figure>
  )
}
