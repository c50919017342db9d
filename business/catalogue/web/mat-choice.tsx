import css from './mat-choice.module.css'

export const MATS = ['paper', 'dark', 'checker'] as const
export type Mat = (typeof MATS)[number]

const LABELS = { paper: 'Paper', dark: 'Dark', checker: 'Checker' } as const

type MatChoiceProps = {
  name: string
} & ({ initial: Mat } | { mat: Mat; onMat: (mat: Mat) => void })

/** The choice of the background behind a picture. With `initial`, the browser holds the choice, so it works before hydration. */
export function MatChoice({ name, ...choice }: MatChoiceProps) {
  const stateOf = (mat: Mat) =>
    'initial' in choice ? { defaultChecked: mat === choice.initial } : { checked: mat === choice.mat, onChange: () => choice.onMat(mat) }
  return (
    <fieldset className={css['mats']}>
      <legend className={css['legend']}>Mat</legend>
      {MATS.map((mat) => (
        <label key={mat} className={css['mat']} title={LABELS[mat]}>
          <input type="radio" name={name} value={mat} aria-label={LABELS[mat]} {...stateOf(mat)} />
        </label>
      ))}
    </fieldset>
  )
}
