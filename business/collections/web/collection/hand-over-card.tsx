import { HAND_OVER_FORMAT_NAMES, HAND_OVER_FORMATS } from '#licensing/hand-over.rules.ts'
import { MAX_WIDTH, MIN_WIDTH } from '#licensing/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Progress } from '#platform/web/ui/form/file-drop.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { CollectionWithItems } from '../../contract.ts'
import { countWorks } from '../../rules.ts'
import css from './collection-page.module.css'
import { useHandOver } from './use-hand-over.ts'

const FORMATS = HAND_OVER_FORMATS.map((value) => ({ value, label: HAND_OVER_FORMAT_NAMES[value] }))

/** Downloads the files and certificates of all licensed works as one ZIP. Without JavaScript, the browser shows the progress. */
export function HandOverCard({ collection: { id, items, licensed_count } }: { collection: CollectionWithItems }) {
  const licenses = items.reduce((sum, item) => sum + item.licenses.length, 0)
  const { start, cancel, progress, error } = useHandOver(licenses)
  if (licensed_count === 0)
    return (
      <Card className={css['form']} aria-labelledby="hand-over">
        <h2 id="hand-over">Hand-over</h2>
        <p className={css['quiet']}>Once you have licenses for these works, download their files and certificates here as one ZIP.</p>
      </Card>
    )
  return (
    <Card className={css['form']} aria-labelledby="hand-over">
      <h2 id="hand-over">Hand-over</h2>
      <p className={css['quiet']}>
        {countWorks(licensed_count)} with a license: files, certificates, the license terms, and a list, as one ZIP.
      </p>
      {error && <Notice tone="bad">{error}</Notice>}
      <form action={`/api/collections/${id}/hand-over`} className={css['form']} onSubmit={start}>
        <Select label="Format" name="format" options={FORMATS} hint="Works that do not have it come as uploaded." />
        <TextField
          label="Width in pixels"
          name="width"
          optional
          numeric
          inputMode="numeric"
          check={(typed) => (isWidth(typed) ? undefined : WIDTH_HINT)}
          hint="For pictures that are made in this size"
        />
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
    </Card>
  )
}

const WIDTH_HINT = `Enter a width from ${MIN_WIDTH} to ${MAX_WIDTH} pixels.`
const isWidth = (typed: string): boolean => {
  const text = typed.trim()
  return text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= MIN_WIDTH && Number(text) <= MAX_WIDTH)
}
