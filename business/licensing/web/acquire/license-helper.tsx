import { useId } from 'react'
import { Link } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { LICENSE_QUESTIONS, smallestFor } from '../../needs.rules.ts'
import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType, limitsLine } from '../../rules.ts'
import css from './license-helper.module.css'

type LicenseHelperProps = {
  /** Called when the person takes the advice. */
  onChoose: (type: LicenseType) => void
}

/**
 * Asks three questions and recommends the smallest license that fits. Each answer carries the license that it needs, and style sheets show
 * the advice for the largest of them, so that it works before hydration.
 */
export function LicenseHelper({ onChoose }: LicenseHelperProps) {
  const name = useId()
  return (
    <div className={css['helper']}>
      {LICENSE_QUESTIONS.map(({ text, options }) => (
        <fieldset key={text} className={css['question']}>
          <legend>{text}</legend>
          {options.map(({ label, needs, why }) => (
            <div key={label} className={css['option']}>
              <label>
                <input type="radio" name={`${name}-${text}`} data-needs={smallestFor(needs) ?? 'none'} />
                {label}
              </label>
              <p className={css['why']}>{why}</p>
            </div>
          ))}
        </fieldset>
      ))}
      <div className={css['advice']} role="status">
        <p className={css['start']}>Answer the three questions.</p>
        {LICENSE_TYPES.map((type) => (
          <Advice key={type} type={type} onChoose={onChoose} />
        ))}
        <p className={css['none']}>
          That is more than any of our licenses allows. <Link to="/contact">Contact us</Link>, and we will find a solution.
        </p>
      </div>
    </div>
  )
}

function Advice({ type, onChoose }: LicenseHelperProps & { type: LicenseType }) {
  return (
    <div className={css[type]}>
      <p>
        <strong>The {LICENSE_NAMES[type].toLowerCase()} license fits.</strong> {limitsLine(type)}
      </p>
      <Button type="button" small className={css['choose']} onClick={() => onChoose(type)}>
        Choose {LICENSE_NAMES[type]}
      </Button>
    </div>
  )
}
