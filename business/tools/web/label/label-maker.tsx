import { type FormEvent, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { type Label, labelProblems, newLabel } from '../../label.rules.ts'
import { CsvLabels } from './csv/csv-labels.tsx'
import css from './label.module.css'
import { LabelContent } from './label-content.tsx'
import { FormatChoice, LabelDetails, LabelStyle, SymbologyChoice } from './label-details.tsx'
import { LabelPicture } from './label-picture.tsx'
import { LabelPreview } from './label-preview.tsx'
import type { MadeLabel } from './make-label.ts'
import { tryMakeLabel, useLabel } from './use-label.ts'

export const INTRO = 'Create QR codes and barcodes for links, text, and assets. Every code is scanned to verify it before you download it.'

interface LabelMakerProps {
  /** Reports whether closing now would lose an unsaved label. */
  onUnsaved?: (unsaved: boolean) => void
}

/** The form with a live preview, used on the page and in the dialog. */
export function LabelMaker({ onUnsaved }: LabelMakerProps) {
  const { label, change, clear, person } = useForm()
  const livePreview = useLabel(label)
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [preview, setPreview] = useState<MadeLabel>()
  const problems = sent ? labelProblems(label) : {}
  const edit = (changes: Partial<Label>) => {
    change(changes)
    setFailure(undefined)
    onUnsaved?.(true)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    const form = event.currentTarget
    if (Object.keys(labelProblems(label)).length > 0) return focusFirstError(form)
    const result = await tryMakeLabel(label)
    if ('made' in result) setPreview(result.made)
    else setFailure(result.problem)
  }
  const reset = () => {
    clear()
    setSent(false)
    setFailure(undefined)
    onUnsaved?.(false)
  }
  const editing = { label, onChange: edit }
  return (
    <div className={css['tool']}>
      <div className={css['maker']}>
        <form className={css['form']} noValidate onSubmit={(event) => void submit(event)} aria-label="Label">
          <div className={css['look']}>
            <SymbologyChoice {...editing} />
            <FormatChoice {...editing} person={person} />
          </div>
          <LabelContent {...editing} problem={problems.content} />
          <LabelDetails key={label.format} {...editing} problems={problems} />
          <LabelStyle {...editing} />
          {failure && <Notice tone="bad">{failure}</Notice>}
          <Stack row gap={2}>
            <Button kind="main">Create label</Button>
            <Button type="button" kind="quiet" onClick={reset}>
              Clear
            </Button>
          </Stack>
        </form>
        <LabelPicture {...livePreview} />
      </div>
      <CsvLabels form={label} onUnsaved={onUnsaved} />
      <LabelPreview made={preview} onClose={() => setPreview(undefined)} onSaved={() => onUnsaved?.(false)} />
    </div>
  )
}

/** The form state. The base URL of asset codes defaults to this site. */
function useForm() {
  const root = useRouteLoaderData<{ public_url: string; user: { name: string } | null }>('root')
  const base = root?.public_url ?? ''
  const [label, setLabel] = useState(() => newLabel(base))
  return {
    label,
    person: root?.user?.name ?? '',
    change: (changes: Partial<Label>) => setLabel((before) => ({ ...before, ...changes })),
    clear: () => setLabel(newLabel(base))
  }
}

/** Runs after the errors are rendered. */
function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const invalid = form.querySelector<HTMLElement>('[aria-invalid=true]') ?? form.querySelector<HTMLElement>('[role=tabpanel] input')
    invalid?.focus()
  })
}
