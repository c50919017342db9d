import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { placeWords } from '#catalogue/findings.rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { PIN_NOTE_MAX, PINS_MAX, REJECT_REASON_CODES, REJECT_REASONS } from '#submissions/rules.ts'
import { type DraftPin, movedByKey, placed, placeIn } from './pin-draft.ts'
import css from './pin-editor.module.css'

type PinEditorProps = { asset: ReviewedAsset; pins: readonly DraftPin[]; onPins: (pins: readonly DraftPin[]) => void }

const REASONS = REJECT_REASON_CODES.map((code) => ({ value: code, label: REJECT_REASONS[code] }))

/** Places pins on the asset's pictures: by a press on the picture, or by the keyboard, where a new pin starts in the middle. */
export function PinEditor({ asset, pins, onPins }: PinEditorProps) {
  const pictures = asset.files.filter(({ preview_urls }) => preview_urls)
  const [chosen, setChosen] = useState(pictures[0]?.id)
  const file = pictures.find(({ id }) => id === chosen) ?? pictures[0]
  const editor = useRef<HTMLDivElement>(null)
  if (!file) return null
  const change = (key: number, changed: Partial<DraftPin>) => onPins(pins.map((pin) => (pin.key === key ? { ...pin, ...changed } : pin)))
  const remove = (key: number) => onPins(pins.filter((pin) => pin.key !== key))
  const add = (place: { x: number; y: number }) => {
    const key = Math.max(0, ...pins.map((pin) => pin.key)) + 1
    onPins([...pins, { key, file_id: file.id, code: 'technical', note: '', ...placed(place) }])
    requestAnimationFrame(() => editor.current?.querySelector<HTMLElement>(`[data-pin="${key}"]`)?.focus())
  }
  return (
    <div className={css['editor']} ref={editor}>
      {pictures.length > 1 && (
        <Select
          label="Picture"
          options={pictures.map(({ id, filename }) => ({ value: id, label: filename }))}
          value={file.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <Stage file={file} pins={pins} onAdd={pins.length < PINS_MAX ? add : undefined} onChange={change} onRemove={remove} />
      <p className={css['hint']}>
        Press on the picture to add a pin. Drag a pin or press the arrow keys to move it, and Delete to remove it.
      </p>
      <ol className={css['list']}>
        {pins.map((pin, at) => (
          <PinFields key={pin.key} pin={pin} number={at + 1} onChange={change} onRemove={remove} />
        ))}
      </ol>
    </div>
  )
}

type Change = (key: number, changed: Partial<DraftPin>) => void
type Remove = (key: number) => void
type StageProps = {
  file: ReviewedAsset['files'][number]
  pins: readonly DraftPin[]
  onAdd: ((place: { x: number; y: number }) => void) | undefined
  onChange: Change
  onRemove: Remove
}

function Stage({ file: { id, filename, preview_urls }, pins, onAdd, onChange, onRemove }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <div className={css['frame']}>
      <div className={css['stage']} ref={stage}>
        <button
          type="button"
          className={css['picture']}
          aria-label={`Add a pin to ${filename}`}
          disabled={!onAdd}
          // A key press has no place: the pin starts in the middle.
          onClick={(event) => onAdd?.(event.detail === 0 ? { x: 0.5, y: 0.5 } : placeIn(event.currentTarget, event))}
        >
          <img src={preview_urls?.[1200]} alt="" draggable={false} />
        </button>
        {pins.map(
          (pin, at) =>
            pin.file_id === id && (
              <Marker key={pin.key} pin={pin} number={at + 1} stage={() => stage.current} onChange={onChange} onRemove={onRemove} />
            )
        )}
      </div>
    </div>
  )
}

type MarkerProps = { pin: DraftPin; number: number; stage: () => HTMLElement | null; onChange: Change; onRemove: Remove }

function Marker({ pin, number, stage, onChange, onRemove }: MarkerProps) {
  const { key, x, y } = pin
  const onKeyDown = (event: KeyboardEvent) => {
    const isRemoved = event.key === 'Delete' || event.key === 'Backspace'
    const moved = movedByKey(pin, event)
    if (!isRemoved && !moved) return
    event.preventDefault()
    if (moved) onChange(key, moved)
    else onRemove(key)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const element = stage()
    if (element && event.currentTarget.hasPointerCapture(event.pointerId)) onChange(key, placeIn(element, event))
  }
  return (
    <button
      type="button"
      className={css['marker']}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      data-pin={key}
      aria-label={`Pin ${number}, ${placeWords(pin)}. Arrow keys move it, Delete removes it.`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    >
      {number}
    </button>
  )
}

function PinFields({ pin, number, onChange, onRemove }: { pin: DraftPin; number: number; onChange: Change; onRemove: Remove }) {
  const { key, code, note } = pin
  return (
    <li className={css['fields']}>
      <span className={css['number']} aria-hidden="true">
        {number}
      </span>
      <Select
        label={`Reason of pin ${number}`}
        options={REASONS}
        value={code}
        onChange={({ currentTarget: { value } }) => {
          const chosen = REJECT_REASON_CODES.find((one) => one === value)
          if (chosen) onChange(key, { code: chosen })
        }}
      />
      <TextField
        label={`Note of pin ${number}`}
        value={note}
        maxLength={PIN_NOTE_MAX}
        optional
        onChange={({ currentTarget }) => onChange(key, { note: currentTarget.value })}
      />
      <Button type="button" kind="quiet" small aria-label={`Remove pin ${number}`} onClick={() => onRemove(key)}>
        Remove
      </Button>
    </li>
  )
}
