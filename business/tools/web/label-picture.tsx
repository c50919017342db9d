import { IconCheck } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import css from './label.module.css'
import type { Making } from './use-label.ts'
import { useObjectUrl } from './use-object-url.ts'

/** The label while one types. */
export function LabelPicture({ made, problem, busy }: Making) {
  const url = useObjectUrl(made?.png)
  return (
    <section className={css['aside']} aria-label="Preview">
      <div className={css['mat']} aria-busy={busy}>
        {made && url ? (
          <img className={css['picture']} src={url} alt={`Label that holds ${made.value}`} width={made.width} height={made.height} />
        ) : (
          <p className={css['quiet']}>Your label appears here as you type.</p>
        )}
      </div>
      <div className={css['verdict']} role="status">
        {made && !busy && (
          <>
            <IconCheck size={16} aria-hidden="true" /> Read back: it holds exactly this.
          </>
        )}
      </div>
      {made && <code className={css['value']}>{made.value}</code>}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </section>
  )
}
