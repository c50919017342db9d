import { type ChangeEvent, useState } from 'react'
import { showBytes } from '../../show.ts'
import { classNames } from '../class-names.ts'
import { IconUpload } from '../icons.ts'
import { Field, type FieldLook, useField } from './field.tsx'
import css from './file-drop.module.css'

type FileDropProps = FieldLook & {
  name: string
  /** Like an input's accept attribute: '.png,.svg,image/*'. */
  accept?: string
  disabled?: boolean
  onFile?: (file: File | undefined) => void
  /** Accepts several files and clears itself for more. */
  onFiles?: (files: File[]) => void
}

/** The browser's own file input covers the whole area, so dropping, pressing, and a form without JavaScript all work. */
export function FileDrop({ label, hint, error, name, accept, disabled, onFile, onFiles }: FileDropProps) {
  const wiring = useField({ hint, error })
  const [file, setFile] = useState<File>()
  const [over, setOver] = useState(false)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    if (onFiles) {
      onFiles([...(event.currentTarget.files ?? [])])
      event.currentTarget.value = ''
      return
    }
    const chosen = event.currentTarget.files?.[0]
    setFile(chosen)
    onFile?.(chosen)
  }
  return (
    <Field id={wiring.id} label={label} hint={hint} error={error}>
      <div className={classNames(css['drop'], over && css['over'], error && css['wrong'])}>
        <IconUpload size={24} stroke={1.5} aria-hidden="true" />
        <span className={css['action']}>
          {file ? file.name : onFiles ? 'Choose files or drop them here' : 'Choose a file or drop it here'}
        </span>
        {file && <span className={css['quiet']}>{showBytes(file.size)}. Press to choose another.</span>}
        <input
          {...wiring}
          type="file"
          name={name}
          accept={accept}
          multiple={!!onFiles}
          disabled={disabled}
          onChange={take}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
        />
      </div>
    </Field>
  )
}

/** `done` is from 0 to 1, or undefined while the total is unknown. */
export function Progress({ label, done }: { label: string; done?: number | undefined }) {
  const percent = done === undefined ? undefined : Math.floor(done * 100)
  return (
    <div className={css['progress']}>
      <div className={css['row']} aria-hidden="true">
        <span>{label}</span>
        {percent !== undefined && <span>{percent}%</span>}
      </div>
      <progress className={css['bar']} aria-label={label} max={100} value={percent} />
    </div>
  )
}
