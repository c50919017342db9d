import { useEffect, useRef, useState } from 'react'
import type { PlainMat } from '#catalogue/rules.ts'
import { copyText } from '#platform/web/copy-text.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconCopy } from '#platform/web/ui/icons.ts'
import { contrastHint } from './contrast.ts'
import css from './recolor-section.module.css'

const HEX = /^#?([0-9a-f]{6})$/

type SwatchProps = { color: string; share: number; to: string; mat: PlainMat; onChange: (to: string, gesture?: symbol) => void }

const percentOf = (share: number): string => (share > 0 && share < 0.01 ? 'less than 1%' : `${Math.round(share * 100)}%`)

/** One color of the drawing: a picker, its value to type and to copy, and how well it is seen. */
export function Swatch({ color, share, to, mat, onChange }: SwatchProps) {
  const [typed, setTyped] = useState<string>()
  const wheel = useRef<HTMLInputElement>(null)
  const picking = useRef<symbol>(undefined)
  // Browsers report a color picker that closes as 'change', which React takes for one more 'input'.
  useEffect(() => {
    const input = wheel.current
    const end = () => {
      picking.current = undefined
    }
    input?.addEventListener('change', end)
    return () => input?.removeEventListener('change', end)
  }, [])
  const type = (text: string) => {
    const [, digits] = HEX.exec(text.trim().toLowerCase()) ?? []
    setTyped(digits ? undefined : text)
    if (digits) onChange(`#${digits}`)
  }
  return (
    <div className={css['swatch']}>
      <input
        ref={wheel}
        type="color"
        className={css['wheel']}
        name={`to-${color.slice(1)}`}
        value={to}
        aria-label={`Replace ${color}, ${percentOf(share)} of the drawing`}
        onChange={(event) => {
          setTyped(undefined)
          picking.current ??= Symbol()
          onChange(event.currentTarget.value, picking.current)
        }}
      />
      <input
        type="text"
        className={css['value']}
        value={typed ?? to}
        aria-label={`New color for ${color}`}
        aria-invalid={typed !== undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <Button type="button" kind="quiet" square aria-label={`Copy ${to}`} onClick={() => void copyText(to, `${to} copied.`)}>
        <IconCopy size={18} aria-hidden="true" />
      </Button>
      <span className={to === color ? css['hint'] : `${css['hint']} ${css['changed']}`}>
        {to === color ? percentOf(share) : `Was ${color}. ${contrastHint(to, mat)}`}
      </span>
    </div>
  )
}
