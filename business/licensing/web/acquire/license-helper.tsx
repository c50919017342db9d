import { useId, useState } from 'react'
import { Link } from 'react-router'
import { showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { LICENSE_LIMITS, LICENSE_NAMES, LICENSE_TYPES, type LicenseType, licenseFor, limitsLine, type Needs } from '../../rules.ts'
import css from './license-helper.module.css'

type Option = { label: string; needs: Partial<Needs> }
type Question = { text: string; options: readonly Option[] }

const MORE = Number.POSITIVE_INFINITY
const upTo = (limit: 'seats' | 'print_run') => LICENSE_TYPES.map((type) => LICENSE_LIMITS[type][limit])

/** The numbers are the limits of the licenses. */
const QUESTIONS: readonly Question[] = [
  {
    text: 'How many people use the files?',
    options: [
      ...upTo('seats').map((people) => ({ label: people === 1 ? 'Only me' : `Up to ${showNumber(people)}`, needs: { people } })),
      { label: 'More', needs: { people: MORE } }
    ]
  },
  {
    text: 'Does the work earn money or advertise something?',
    options: [
      { label: 'No, it is private', needs: { earns: false } },
      { label: 'Yes, for me, a company or a client', needs: { earns: true } }
    ]
  },
  {
    text: 'Do you sell goods whose main feature is the asset, such as shirts or posters?',
    options: [
      { label: 'No', needs: { resells: false } },
      { label: 'Yes', needs: { resells: true } }
    ]
  },
  {
    text: 'How many pieces do you print or manufacture?',
    options: [
      ...upTo('print_run').map((pieces) => ({ label: `Up to ${showNumber(pieces)}`, needs: { pieces } })),
      { label: 'More', needs: { pieces: MORE } }
    ]
  }
]

/** Asks four questions and recommends the smallest license that fits. `onChoose` is called when the person takes the advice. */
export function LicenseHelper({ onChoose }: { onChoose: (type: LicenseType) => void }) {
  const name = useId()
  const [needs, setNeeds] = useState<Partial<Needs>>({})
  return (
    <div className={css['questions']}>
      {QUESTIONS.map(({ text, options }) => (
        <fieldset key={text} className={css['question']}>
          <legend>{text}</legend>
          <div className={css['options']}>
            {options.map((option) => (
              <label key={option.label} className={css['option']}>
                <input
                  type="radio"
                  name={`${name}-${text}`}
                  checked={isChosen(option, needs)}
                  onChange={() => setNeeds({ ...needs, ...option.needs })}
                />
                {option.label}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className={css['advice']} role="status">
        <Advice needs={needs} onChoose={onChoose} />
      </div>
    </div>
  )
}

const NEEDS = ['people', 'earns', 'resells', 'pieces'] as const

const isChosen = (option: Option, needs: Partial<Needs>): boolean =>
  NEEDS.every((name) => option.needs[name] === undefined || option.needs[name] === needs[name])

const isWhole = (needs: Partial<Needs>): needs is Needs => Object.keys(needs).length === QUESTIONS.length

function Advice({ needs, onChoose }: { needs: Partial<Needs>; onChoose: (type: LicenseType) => void }) {
  const left = QUESTIONS.length - Object.keys(needs).length
  if (!isWhole(needs)) return <p>{left === QUESTIONS.length ? 'Answer the four questions.' : `${left} to go.`}</p>
  const type = licenseFor(needs)
  if (!type)
    return (
      <p>
        That is more than any of our licenses allows. <Link to="/contact">Contact us</Link>, and we will find a solution.
      </p>
    )
  return (
    <>
      <p>
        <strong>The {LICENSE_NAMES[type].toLowerCase()} license fits.</strong> {limitsLine(type)}
      </p>
      <Button type="button" small onClick={() => onChoose(type)}>
        Choose {LICENSE_NAMES[type]}
      </Button>
    </>
  )
}
