import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Progress } from '#platform/web/ui/form/file-drop.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { HandOverState, PreparedHandOver } from '../../hand-over.contract.ts'
import { HAND_OVER_FORMAT_NAMES, HAND_OVER_FORMATS, type HandOverSource, handOverAddress, sourceAddress } from '../../hand-over.rules.ts'
import { MAX_WIDTH, MIN_WIDTH } from '../../rules.ts'
import css from './hand-over.module.css'
import { useHandOver } from './use-hand-over.ts'

const FORMATS = HAND_OVER_FORMATS.map((value) => ({ value, label: HAND_OVER_FORMAT_NAMES[value] }))

/** What the page's action gets as `intent`. */
const PREPARE = 'prepare'

type HandOverFormProps = {
  source: HandOverSource
  id: string
  hand_over: HandOverState
  fields?: Record<string, string>
}

/** Downloads the files and certificates of licenses as one ZIP. A large one is prepared first. */
export function HandOverForm({ hand_over, ...props }: HandOverFormProps) {
  return (
    <>
      {hand_over.prepared && <Prepared prepared={hand_over.prepared} />}
      {hand_over.is_large ? <PrepareForm hand_over={hand_over} {...props} /> : <DownloadForm hand_over={hand_over} {...props} />}
    </>
  )
}

/** Without JavaScript, the browser shows the progress. */
function DownloadForm({ source, id, hand_over: { license_count } }: HandOverFormProps) {
  const { start, cancel, progress, error } = useHandOver(license_count)
  return (
    <form action={`/api${sourceAddress(source, id)}/hand-over`} className={css['form']} onSubmit={start}>
      {error && <Notice tone="bad">{error}</Notice>}
      <Choice />
      {progress === undefined ? (
        <div className={css['row']}>
          <Button type="submit" kind="main">
            Download ZIP
          </Button>
        </div>
      ) : (
        <>
          <Progress label={progress.label} done={progress.done} />
          <div className={css['row']}>
            <Button type="button" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

/** The page's action asks for the ZIP, and leads to its own page. */
function PrepareForm({ fields = {} }: HandOverFormProps) {
  const busy = useNavigation().formData?.get('intent') === PREPARE
  return (
    <Form method="post" noValidate className={css['form']}>
      <input type="hidden" name="intent" value={PREPARE} />
      <p className={css['quiet']}>This ZIP is large. We prepare it, and email you when it is ready.</p>
      <Choice fields={fields} />
      <div className={css['row']}>
        <Button type="submit" kind="main" busy={busy}>
          Prepare ZIP
        </Button>
      </div>
    </Form>
  )
}

function Choice({ fields = {} }: { fields?: Record<string, string> }) {
  return (
    <>
      <Select label="Format" name="format" options={FORMATS} hint="Works that do not have it come as uploaded." error={fields['format']} />
      <div className={css['width']}>
        <TextField
          label="Width in pixels"
          name="width"
          optional
          numeric
          inputMode="numeric"
          check={(typed) => (isWidth(typed) ? undefined : WIDTH_HINT)}
          hint="For pictures that are made in this size"
          error={fields['width']}
        />
      </div>
    </>
  )
}

const WIDTH_HINT = `Enter a width from ${MIN_WIDTH} to ${MAX_WIDTH} pixels.`
const isWidth = (typed: string): boolean => {
  const text = typed.trim()
  return text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= MIN_WIDTH && Number(text) <= MAX_WIDTH)
}

/** What the link to the ZIP's own page says. */
const STATES: Partial<Record<PreparedHandOver['state'], { text: string; link?: string }>> = {
  preparing: { text: 'A ZIP is being prepared.', link: 'See how far it is' },
  ready: { text: 'A ZIP is ready.', link: 'Go to the download' },
  closed: { text: 'A license in the last ZIP has ended. Please ask for a new one.' },
  failed: { text: 'The last ZIP could not be prepared. Please ask for it again.' }
}

function Prepared({ prepared: { id, state } }: { prepared: PreparedHandOver }) {
  const shown = STATES[state]
  if (!shown) return null
  return (
    <Notice tone={state === 'failed' || state === 'closed' ? 'warn' : 'good'}>
      {shown.text} {shown.link && <Link to={handOverAddress(id)}>{shown.link}</Link>}
    </Notice>
  )
}
