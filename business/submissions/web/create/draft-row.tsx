import { ORIGIN_LABELS, ORIGIN_MEANINGS, readStatedOrigin } from '#catalogue/origin.rules.ts'
import { MESSAGES as CATALOGUE_WORDS, CATEGORIES, categoryLabel, DESCRIPTION_MAX, TITLE_MAX } from '#catalogue/rules.ts'
import { showBytes } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Progress } from '#platform/web/ui/form/file-drop.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import { MESSAGES } from '../../rules.ts'
import { ORIGIN_OPTIONS } from '../origin-options.ts'
import { rememberCategory } from './add-files.ts'
import { type Draft, type DraftFile, type FileState, mayWrite } from './batch.ts'
import css from './create-many.module.css'
import type { Batch } from './use-batch.ts'

/** Without a choice of ours: the artist states it. */
const OPEN_ORIGINS = [{ value: '', label: 'Please choose' }, ...ORIGIN_OPTIONS]
const OPTIONS = CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))

/** An asset to be created: its picture, its fields, and the progress of its files. `isChecked`: the artist has tried to upload it. */
export function DraftRow({ draft, batch, isChecked }: { draft: Draft; batch: Batch; isChecked: boolean }) {
  const open = mayWrite(draft)
  return (
    <li className={css['row']}>
      <div className={css['picture']}>
        {draft.picture ? <img src={draft.picture} alt="" /> : <span>{draft.files[0]?.format.toUpperCase()}</span>}
      </div>
      <div className={css['words']}>
        {open ? <DraftWords draft={draft} batch={batch} isChecked={isChecked} /> : <SentWords draft={draft} />}
        <ul className={css['files']} aria-label={`Files of ${draft.title || draft.name}`}>
          {draft.files.map((file) => (
            <FileLine key={file.key} file={file} batch={batch} sent={draft.sent} />
          ))}
        </ul>
      </div>
    </li>
  )
}

function DraftWords({ draft, batch: { dispatch }, isChecked }: { draft: Draft; batch: Batch; isChecked: boolean }) {
  const write = (words: Partial<Draft>) => dispatch({ is: 'words', id: draft.id, words })
  const untitled = isChecked && draft.title.trim() === '' ? MESSAGES.title : undefined
  return (
    <>
      <Checkbox
        label={<span className={css['tick']}>{draft.name}</span>}
        checked={draft.ticked}
        onChange={({ currentTarget }) => write({ ticked: currentTarget.checked })}
      />
      <div className={css['fields']}>
        <TextField
          id={`title-${draft.id}`}
          label="Title"
          required
          maxLength={TITLE_MAX}
          value={draft.title}
          error={untitled}
          check={(value) => (value.trim() === '' ? MESSAGES.title : undefined)}
          onChange={({ currentTarget }) => write({ title: currentTarget.value })}
        />
        <Select
          label="Category"
          options={OPTIONS}
          value={draft.category}
          onChange={({ currentTarget }) => {
            const category = CATEGORIES.find((known) => known === currentTarget.value)
            if (!category) return
            rememberCategory(category)
            write({ category })
          }}
        />
        <div className={css['wide']}>
          <OriginSelect draft={draft} isChecked={isChecked} onChoose={(origin) => write({ origin })} />
        </div>
        <div className={css['wide']}>
          <TextField label="Tags" optional value={draft.tags} onChange={({ currentTarget }) => write({ tags: currentTarget.value })} />
        </div>
        <details className={css['wide']}>
          <summary>{draft.description ? 'Description' : 'Add a description'}</summary>
          <TextArea
            label="Description"
            rows={3}
            optional
            maxLength={DESCRIPTION_MAX}
            value={draft.description}
            onChange={({ currentTarget }) => write({ description: currentTarget.value })}
          />
        </details>
      </div>
    </>
  )
}

type OriginSelectProps = { draft: Draft; isChecked: boolean; onChoose: (origin: Draft['origin']) => void }

function OriginSelect({ draft: { id, origin }, isChecked, onChoose }: OriginSelectProps) {
  return (
    <Select
      id={`origin-${id}`}
      label="Where does it come from?"
      required
      options={OPEN_ORIGINS}
      value={origin}
      hint={origin && ORIGIN_MEANINGS[origin]}
      error={isChecked && origin === '' ? CATALOGUE_WORDS.origin_required : undefined}
      onChange={({ currentTarget }) => onChoose(readStatedOrigin(currentTarget.value))}
    />
  )
}

function SentWords({ draft: { title, category, tags, origin } }: { draft: Draft }) {
  return (
    <div>
      <h2 className={css['title']}>{title}</h2>
      <div className={css['quiet']}>{[categoryLabel(category), origin && ORIGIN_LABELS[origin], tags].filter(Boolean).join(' · ')}</div>
    </div>
  )
}

const TONES = { waiting: 'quiet', sending: 'warn', lost: 'warn', refused: 'bad', processing: 'warn', ready: 'good', failed: 'bad' } as const
const STATES: Record<FileState, string> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  lost: 'Connection lost, trying again',
  refused: 'Not uploaded',
  processing: 'Processing',
  ready: 'Ready',
  failed: 'Failed'
}

function FileLine({ file, batch: { retry, remove }, sent }: { file: DraftFile; batch: Batch; sent: boolean }) {
  const { key, state, done, error } = file
  return (
    <li className={css['file']}>
      <div className={css['details']}>
        <span className={css['name']}>{file.file.name}</span>
        <span className={css['quiet']}>{showBytes(file.file.size)}</span>
        {(sent || state !== 'waiting') && <Badge tone={TONES[state]}>{STATES[state]}</Badge>}
      </div>
      <div className={css['acts']}>
        {(state === 'refused' || state === 'failed') && (
          <Button type="button" small aria-label={`Retry ${file.file.name}`} onClick={() => retry(file)}>
            Retry
          </Button>
        )}
        {!file.file_id && (
          <Button type="button" kind="quiet" square small aria-label={`Remove ${file.file.name}`} onClick={() => remove([key])}>
            <IconX size={16} aria-hidden="true" />
          </Button>
        )}
      </div>
      {state === 'sending' && (
        <Progress label={done < 1 ? `Uploading ${file.file.name}` : 'Checking the file'} done={done < 1 ? done : undefined} />
      )}
      {state === 'processing' && <Progress label="Making previews" done={done} />}
      {error && (
        <div className={css['bad']} role="alert">
          {error}
        </div>
      )}
    </li>
  )
}
