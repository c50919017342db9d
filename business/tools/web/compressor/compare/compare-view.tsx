import { useEffect, useRef } from 'react'
import { CompareFigure } from '#platform/web/ui/compare/compare-figure.tsx'
import { outputName, sizeChange } from '../../../compress.rules.ts'
import { useObjectUrl } from '../../use-object-url.ts'
import type { MadeFile, Picture } from '../compress-list.ts'
import { showKb } from '../output-table.tsx'
import css from './compare-view.module.css'

/** Shows the original to the left of the divider and the compressed file to the right. */
export function CompareView({ picture, file }: { picture: Picture; file: MadeFile }) {
  const before = useObjectUrl(picture.file)
  const after = useObjectUrl(file.blob)
  const name = outputName(picture.base, file)
  const figure = useRef<HTMLElement>(null)
  // On a phone, the view opens far below its button.
  useEffect(() => figure.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <CompareFigure
      ref={figure}
      className={css['compare']}
      before={{ src: before, alt: `${picture.file.name}, the original` }}
      after={{ src: after, alt: `${name}, compressed` }}
      width={file.width}
      height={file.height}
      label="Share of the original shown"
      textOf={(part) => `${part}% original, ${100 - part}% compressed`}
      captions={[
        <>
          <b>Original</b> {showKb(picture.file.size)} KB
        </>,
        <>
          <b>{name}</b> {showKb(file.blob.size)} KB, {sizeChange(picture.file.size, file.blob.size)}
        </>
      ]}
    />
  )
}
