import { useState } from 'react'
import { saveFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { FileDrop, Progress } from '#platform/web/ui/form/file-drop.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { CSV_LABELS_MAX, CSV_TEXTS } from '../../../csv.rules.ts'
import { LABEL_FORMATS, perSheet } from '../../../format.rules.ts'
import type { Label } from '../../../label.rules.ts'
import css from './csv-labels.module.css'
import { ColumnChoice } from './csv-mapping.tsx'
import { CsvResults, LineProblems } from './csv-results.tsx'
import { FirstPlace } from './first-place.tsx'
import { type CsvWork, useCsvLabels } from './use-csv-labels.ts'

const PDF_NAME = 'labels.pdf'

interface CsvLabelsProps {
  form: Label
  /** Reports whether closing now would lose labels. */
  onUnsaved: ((unsaved: boolean) => void) | undefined
}

/** Makes a label of every line of a CSV file. The form above gives the kind of code, the format, and what the file does not have. */
export function CsvLabels({ form, onUnsaved }: CsvLabelsProps) {
  const work = useCsvLabels(form)
  return (
    <section className={css['csv']} aria-labelledby="csv-labels">
      <h2 id="csv-labels">Many labels from a CSV file</h2>
      <p className={css['quiet']}>
        One label for each line, up to {CSV_LABELS_MAX}. The code type, the format, and what the file does not have come from the form. The
        file never leaves your browser.
      </p>
      <FileDrop
        label="CSV file"
        name="csv"
        accept=".csv,.tsv,.txt,text/csv"
        hint="With the names of the columns in the first line."
        onFile={(file) => file && work.open(file)}
        {...(work.problem && { error: work.problem })}
      />
      {work.file && (
        <>
          <ColumnChoice
            columns={work.file.csv.columns}
            mapping={work.file.mapping}
            type={form.content_type}
            onMap={work.map}
            {...(Object.keys(work.file.mapping).length === 0 && { problem: CSV_TEXTS.unmapped })}
          />
          <LineProblems labels={work.labels} />
          <Create key={form.format} work={work} format={form.format} onUnsaved={onUnsaved} />
        </>
      )}
    </section>
  )
}

function Create({ work, format, onUnsaved }: { work: CsvWork; format: Label['format'] } & Pick<CsvLabelsProps, 'onUnsaved'>) {
  const { usable, made, isBusy } = work
  const [first, setFirst] = useState(1)
  const sheet = format === 'free' ? undefined : LABEL_FORMATS[format].sheet
  const isDone = made.length > 0 && !isBusy
  const verified = made.flatMap((result) => ('made' in result ? [result.made] : []))
  const create = () => {
    work.create()
    onUnsaved?.(true)
  }
  const save = async () => {
    const { labelsPdf } = await import('../make-label.ts')
    saveFile(PDF_NAME, labelsPdf(verified, format, sheet ? first - 1 : 0))
    onUnsaved?.(false)
  }
  if (usable.length === 0 || Object.keys(work.file?.mapping ?? {}).length === 0) return null
  return (
    <>
      {sheet && <FirstPlace max={perSheet(sheet)} first={first} onFirst={setFirst} />}
      <div className={css['acts']}>
        {!isDone && (
          <Button type="button" kind="main" busy={isBusy} onClick={create}>
            Create {usable.length === 1 ? '1 label' : `${usable.length} labels`}
          </Button>
        )}
        {isDone && verified.length > 0 && (
          <Button type="button" kind="main" onClick={() => void save()}>
            <IconDownload size={17} aria-hidden="true" />
            Download PDF
          </Button>
        )}
      </div>
      {isBusy && <Progress label={`Creating label ${made.length + 1} of ${usable.length}`} done={made.length / usable.length} />}
      {isDone && <Notice tone={verified.length === made.length ? 'good' : 'warn'}>{summary(verified.length, made.length)}</Notice>}
      <CsvResults results={made} />
    </>
  )
}

function summary(verified: number, all: number): string {
  const labels = verified === 1 ? '1 label is' : `${verified} labels are`
  const failed = all - verified
  const done = `${labels} ready, and every code was read back.`
  return failed === 0 ? done : `${done} ${failed} could not be created.`
}
