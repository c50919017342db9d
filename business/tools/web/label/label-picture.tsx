import { useState } from 'react'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { showMillimeters } from '../../format.rules.ts'
import { useObjectUrl } from '../use-object-url.ts'
import css from './label.module.css'
import type { MadeLabel } from './make-label.ts'
import type { LabelPreviewState } from './use-label.ts'

/** The live preview of the label, in the size in which it prints if there is room. */
export function LabelPicture({ made, problem, busy }: LabelPreviewState) {
  return (
    <section className={css['aside']} aria-label="Preview">
      <div className={css['mat']} aria-busy={busy}>
        {made ? <TrueSize made={made} /> : <p className={css['quiet']}>Your label appears here as you type.</p>}
      </div>
      <div className={css['verdict']} role="status">
        {made && !busy && (
          <>
            <IconCheck size={16} aria-hidden="true" /> Verified: the code contains exactly this text.
          </>
        )}
      </div>
      {made && <code className={css['value']}>{made.value}</code>}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </section>
  )
}

function TrueSize({ made }: { made: MadeLabel }) {
  const url = useObjectUrl(made.png)
  const [shrunk, setShrunk] = useState(false)
  const [width, height] = [made.width / made.dpi, made.height / made.dpi]
  if (!url) return null
  return (
    <figure className={css['trueSize']}>
      <img
        className={css['picture']}
        src={url}
        alt={`Label with the code ${made.value}`}
        width={made.width}
        height={made.height}
        style={{ width: `${width}in` }}
        onLoad={({ currentTarget }) => setShrunk(currentTarget.clientWidth < Math.floor(width * CSS_DPI))}
      />
      <figcaption className={css['quiet']}>
        {showMillimeters(width, height)}, {shrunk ? 'shown smaller than it prints' : 'shown in true size'}
      </figcaption>
    </figure>
  )
}

/** CSS pixels per inch. */
const CSS_DPI = 96
