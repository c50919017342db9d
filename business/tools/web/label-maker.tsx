import { type FormEvent, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { type Label, labelProblems, newLabel } from '../label.rules.ts'
import css from './label.module.css'
import { LabelContent } from './label-content.tsx'
import { LabelDetails, LabelLook, SymbologyChoice } from './label-details.tsx'
import { LabelPicture } from './label-picture.tsx'
import { LabelPreview } from './label-preview.tsx'
import type { MadeLabel } from './make-label.ts'
import { makeNow, useLabel } from './use-label.ts'

export const INTRO = 'QR codes and barcodes for links, words and assets. Each is read back before you get it.'

interface LabelMakerProps {
  /** Whether closing now would lose something typed that was never taken along. */
  onUnsaved?: (unsaved: boolean) => void
}

/** The form with the label beside it as it grows; the same in the page and in the dialog. */
export function LabelMaker({ onUnsaved }: LabelMakerProps) {
  const { label, change, clear } = useTyped()
  const making = useLabel(label)
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
    if (Object.keys(labelProblems(label)).length > 0) return focusFirstWrong(form)
    const result = await makeNow(label)
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
    <div className={css['maker']}>
      <form className={css['form']} noValidate onSubmit={(event) => void submit(event)} aria-label="Label">
        <SymbologyChoice {...editing} />
        <LabelContent {...editing} problem={problems.content} />
        <LabelDetails {...editing} problems={problems} />
        <LabelLook {...editing} />
        {failure && <Notice tone="bad">{failure}</Notice>}
        <Stack row gap={2}>
          <Button kind="main">Create label</Button>
          <Button type="button" kind="quiet" onClick={reset}>
            Clear
          </Button>
        </Stack>
      </form>
      <LabelPicture {...making} />
      <LabelPreview made={preview} onClose={() => setPreview(undefined)} onTaken={() => onUnsaved?.(false)} />
    </div>
  )
}

/** The address of the site, once it is known to the browser, is the base of asset codes. */
function useTyped() {
  const base = useRouteLoaderData<{ public_url: string }>('root')?.public_url ?? ''
  const [label, setLabel] = useState(() => newLabel(base))
  return {
    label,
    change: (changes: Partial<Label>) => setLabel((before) => ({ ...before, ...changes })),
    clear: () => setLabel(newLabel(base))
  }
}

/** Once the errors stand. */
function focusFirstWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]') ?? form.querySelector<HTMLElement>('[role=tabpanel] input')
    wrong?.focus()
  })
}
