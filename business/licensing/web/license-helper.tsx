import { useId, useState } from 'react'
import { Link } from 'react-router'
import { showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { LICENSE_LIMITS, LICENSE_NAMES, LICENSE_TYPES, type LicenseType, licenseFor, limitsLine, type Needs } from '../rules.ts'
import css from './license-helper.module.css'

type Option = { label: string; needs: Partial<Needs> }
type Question = { words: string; options: readonly Option[] }

const MORE = Number.POSITIVE_INFINITY
const upTo = (limit: 'seats' | 'print_run') => LICENSE_TYPES.map((type) => LICENSE_LIMITS[type][limit])

/** Their numbers are those of the licenses. */
const QUESTIONS: readonly Question[] = [
  {
    words: 'How many people open the files?',
    options: [
      ...upTo('seats').map((people) => ({ label: people === 1 ? 'Only me' : `Up to ${showNumber(people)}`, needs: { people } })),
      { label: 'More', needs: { people: MORE } }
    ]
  },
  {
    words: 'Does the work earn money, or advertise something?',
    options: [
      { label: 'No, it is private', needs: { earns: false } },
      { label: 'Yes, for me, a company or a client', needs: { earns: true } }
    ]
  },
  {
    words: 'Do you sell goods on which the asset is the main thing, such as shirts or posters?',
    options: [
      { label: 'No', needs: { resells: false } },
      { label: 'Yes', needs: { resells: true } }
    ]
  },
  {
    words: 'How many pieces are printed or made?',
    options: [
      ...upTo('print_run').map((pieces) => ({ label: `Up to ${showNumber(pieces)}`, needs: { pieces } })),
      { label: 'More', needs: { pieces: MORE } }
    ]
  }
]

/** A few questions, and the smallest license that fits the answers. `onChoose` takes the advice. */
export function LicenseHelper({ onChoose }: { onChoose: (type: LicenseType) => void }) {
  const name = useId()
  const [needs, setNeeds] = useState<Partial<Needs>>({})
  return (
    <div className={css['questions']}>
      {QUESTIONS.map(({ words, options }) => (
        <fieldset key={words} className={css['question']}>
          <legend>{words}</legend>
          <div className={css['options']}>
            {options.map((option) => (
              <label key={option.label} className={css['option']}>
                <input
                  type="radio"
                  name={`${name}-${words}`}
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

const isChosen = (option: Option, needs: Partial<Needs>): boolean =>
  Object.entries(option.needs).every(([name, value]) => needs[name as keyof Needs] === value)

const isWhole = (needs: Partial<Needs>): needs is Needs => Object.keys(needs).length === QUESTIONS.length

function Advice({ needs, onChoose }: { needs: Partial<Needs>; onChoose: (type: LicenseType) => void }) {
  const left = QUESTIONS.length - Object.keys(needs).length
  if (!isWhole(needs)) return <p>{left === QUESTIONS.length ? 'Answer the four questions.' : `${left} to go.`}</p>
  const type = licenseFor(needs)
  if (!type)
    return (
      <p>
        That is more than any of our licenses allows. <Link to="/contact">Write to us</Link>, and we find a way.
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
