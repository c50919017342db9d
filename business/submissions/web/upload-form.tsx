import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FILE_FORMATS, type FileFormat } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { FileDrop, Progress } from '#platform/web/ui/form/file-drop.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { MESSAGES } from '../rules.ts'
import { type FileHints, hintsOf, sendFile, UploadRefused } from './send-file.ts'
import css from './upload-form.module.css'

type Sending =
  | { state: 'idle' }
  | { state: 'sending'; done: number }
  | { state: 'sent' }
  | { state: 'refused'; error: string; field?: 'file' }

const NO_HINTS: FileHints = { format: 'png', resolution: '', size_in_kb: '' }
const FORMATS = FILE_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))
const isFormat = (format: string): format is FileFormat => FILE_FORMATS.some((known) => known === format)

type UploadFormProps = { asset_id: string; max_mb: number; onSent: () => void }

/** Uploads one file at a time and shows its progress. `onSent` reloads the asset's files. */
export function UploadForm({ asset_id, max_mb, onSent }: UploadFormProps) {
  const { sending, hints, setHints, round, choose, send, stop } = useUpload(asset_id, onSent)
  const busy = sending.state === 'sending'
  const refusal = sending.state === 'refused' ? sending : undefined
  return (
    <form method="post" noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={4}>
        {sending.state === 'sent' && <Notice tone="good">{MESSAGES.uploaded}</Notice>}
        {refusal && !refusal.field && <Notice tone="bad">{refusal.error}</Notice>}
        <FileDrop
          key={round}
          label="File"
          name="file"
          accept=".jpg,.jpeg,.png,.webp,.svg,.pdf,.eps"
          hint={`JPG, PNG, WEBP, SVG, PDF, or EPS, at most ${max_mb} MB.`}
          disabled={busy}
          onFile={choose}
          {...(refusal?.field && { error: refusal.error })}
        />
        <HintFields hints={hints} onChange={setHints} />
        {sending.state === 'sending' && (
          <Progress label={sending.done < 1 ? 'Uploading' : 'Checking the file'} done={sending.done < 1 ? sending.done : undefined} />
        )}
        <Stack row gap={2}>
          <Button type="submit" kind="main" busy={busy}>
            {busy ? 'Uploading…' : 'Upload'}
          </Button>
          {busy && (
            <Button type="button" onClick={stop}>
              Stop
            </Button>
          )}
        </Stack>
      </Stack>
    </form>
  )
}

/** What the browser found out about the file. The server measures the file itself. */
function HintFields({ hints, onChange }: { hints: FileHints; onChange: (hints: FileHints) => void }) {
  return (
    <div className={css['hints']}>
      <Select
        label="Format"
        name="format"
        options={FORMATS}
        value={hints.format}
        onChange={({ currentTarget }) => onChange({ ...hints, format: currentTarget.value })}
      />
      <TextField
        label="Resolution"
        name="resolution"
        placeholder="1920x1080"
        value={hints.resolution}
        onChange={({ currentTarget }) => onChange({ ...hints, resolution: currentTarget.value })}
      />
      <TextField
        label="Size (KB)"
        name="size_in_kb"
        inputMode="numeric"
        numeric
        value={hints.size_in_kb}
        onChange={({ currentTarget }) => onChange({ ...hints, size_in_kb: currentTarget.value })}
      />
    </div>
  )
}

function useUpload(asset_id: string, onSent: () => void) {
  const [file, setFile] = useState<File>()
  const [hints, setHints] = useState(NO_HINTS)
  /** A new key for the file input empties it after an upload. */
  const [round, setRound] = useState(0)
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setSending({ state: 'idle' })
    setHints(NO_HINTS)
    if (chosen)
      void hintsOf(chosen).then((found) => setHints({ ...found, format: isFormat(found.format) ? found.format : NO_HINTS.format }))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!file) return setSending({ state: 'refused', error: MESSAGES.file, field: 'file' })
    controller.current = new AbortController()
    setSending({ state: 'sending', done: 0 })
    try {
      await sendFile({ asset_id, file, ...hints }, (done) => setSending({ state: 'sending', done }), controller.current.signal)
      setSending({ state: 'sent' })
      setFile(undefined)
      setHints(NO_HINTS)
      setRound(round + 1)
      onSent()
    } catch (error) {
      if (error instanceof UploadRefused && (error.status === 401 || error.status === 403)) onSent()
      setSending({ state: 'refused', error: error instanceof UploadRefused ? error.message : MESSAGES.upload_failed })
    }
  }
  return { sending, hints, setHints, round, choose, send, stop: () => controller.current?.abort() }
}
