import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FILE_FORMATS } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FileDrop, Progress } from '#platform/web/ui/file-drop.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { WORDS } from '../rules.ts'
import { hintsOf, sendFile, UploadRefused } from './send-file.ts'
import css from './upload-form.module.css'

type Sending =
  | { state: 'idle' }
  | { state: 'sending'; done: number }
  | { state: 'sent' }
  | { state: 'refused'; error: string; file?: boolean }

const NO_HINTS = { format: 'png', resolution: '', size_in_kb: '' }
const FORMATS = FILE_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))

/** Sends one file at a time with its progress; `onSent` reloads the asset's files. */
export function UploadForm({ asset_id, max_mb, onSent }: { asset_id: string; max_mb: number; onSent: () => void }) {
  const [file, setFile] = useState<File>()
  const [hints, setHints] = useState(NO_HINTS)
  const [round, setRound] = useState(0)
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setSending({ state: 'idle' })
    setHints(NO_HINTS)
    if (chosen)
      void hintsOf(chosen).then((found) => setHints({ ...found, format: isFormat(found.format) ? found.format : NO_HINTS.format }))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!file) return setSending({ state: 'refused', error: WORDS.file, file: true })
    stop.current = new AbortController()
    setSending({ state: 'sending', done: 0 })
    try {
      await sendFile({ asset_id, file, ...hints }, (done) => setSending({ state: 'sending', done }), stop.current.signal)
      setSending({ state: 'sent' })
      setFile(undefined)
      setHints(NO_HINTS)
      setRound(round + 1)
      onSent()
    } catch (error) {
      if (error instanceof UploadRefused && (error.status === 401 || error.status === 403)) onSent()
      setSending({ state: 'refused', error: error instanceof UploadRefused ? error.message : WORDS.upload_failed })
    }
  }
  const busy = sending.state === 'sending'
  return (
    <form method="post" noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={4}>
        {sending.state === 'sent' && <Notice tone="good">{WORDS.uploaded}</Notice>}
        {sending.state === 'refused' && !sending.file && <Notice tone="bad">{sending.error}</Notice>}
        <FileDrop
          key={round}
          label="File"
          name="file"
          accept=".jpg,.jpeg,.png,.webp,.svg,.pdf,.eps"
          hint={`JPG, PNG, WEBP, SVG, PDF or EPS, at most ${max_mb} MB.`}
          disabled={busy}
          onFile={choose}
          {...(sending.state === 'refused' && sending.file ? { error: sending.error } : {})}
        />
        <div className={css['hints']}>
          <Select
            label="Format"
            name="format"
            options={FORMATS}
            value={hints.format}
            onChange={({ currentTarget }) => setHints({ ...hints, format: currentTarget.value })}
          />
          <TextField
            label="Resolution"
            name="resolution"
            placeholder="1920x1080"
            value={hints.resolution}
            onChange={({ currentTarget }) => setHints({ ...hints, resolution: currentTarget.value })}
          />
          <TextField
            label="Size (KB)"
            name="size_in_kb"
            inputMode="numeric"
            numeric
            value={hints.size_in_kb}
            onChange={({ currentTarget }) => setHints({ ...hints, size_in_kb: currentTarget.value })}
          />
        </div>
        {sending.state === 'sending' && (
          <Progress label={sending.done < 1 ? 'Uploading' : 'Checking the file'} done={sending.done < 1 ? sending.done : undefined} />
        )}
        <Stack row gap={2}>
          <Button type="submit" kind="main" busy={busy}>
            {busy ? 'Uploading…' : 'Upload'}
          </Button>
          {busy && (
            <Button type="button" onClick={() => stop.current?.abort()}>
              Stop
            </Button>
          )}
        </Stack>
      </Stack>
    </form>
  )
}

const isFormat = (format: string): boolean => (FILE_FORMATS as readonly string[]).includes(format)
