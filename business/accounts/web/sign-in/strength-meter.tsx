import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { passwordChecks, STRENGTHS, strengthOf } from '../../rules.ts'
import css from './strength-meter.module.css'

/** Shows a password's strength and a checklist. Only the length is enforced. */
export function StrengthMeter({ password }: { password: string }) {
  const { score, strength } = strengthOf(password)
  const lit = password === '' ? 0 : Math.max(1, score)
  return (
    <div className={css['meter']}>
      <div className={css['scale']} data-strength={password === '' ? undefined : strength} aria-hidden="true">
        {STRENGTHS.map((step, index) => (
          <span key={step} className={css['step']} data-lit={index < lit || undefined} />
        ))}
      </div>
      <div className={css['word']} role="status">
        Strength
        {password !== '' && (
          <>
            : <strong>{strength}</strong>
          </>
        )}
      </div>
      <ul className={css['checks']}>
        {passwordChecks(password).map(({ label, met }) => (
          <li key={label} className={css['check']} data-met={met || undefined}>
            {met ? <IconCheck size={14} stroke={3} aria-hidden="true" /> : <span className={css['open']} aria-hidden="true" />}
            {label}
            {met && <VisuallyHidden>: done</VisuallyHidden>}
          </li>
        ))}
      </ul>
    </div>
  )
}
