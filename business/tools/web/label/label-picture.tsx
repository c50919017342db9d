import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { useObjectUrl } from '../use-object-url.ts'
import css from './label.module.css'
import type { LabelPreviewState } from './use-label.ts'

/** The live preview of the label. */
export function LabelPicture({ made, problem, busy }: LabelPreviewState) {
  const url = useObjectUrl(made?.png)
  return (
    <section className={css['aside']} aria-label="Preview">
      <div className={css['mat']} aria-busy={busy}>
        {made && url ? (
          <img className={css['picture']} src={url} alt={`Label with the code ${made.value}`} width={made.width} height={made.height} />
        ) : (
          <p className={css['quiet']}>Your label appears here as you type.</p>
        )}
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
