import { useEffect, useState } from 'react'
import { DEFAULT_BRAND } from '#platform/web/theme/brand.ts'
import { previewBrand } from '#platform/web/theme/brand-preview.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { TEXTS } from '../../rules.ts'
import { parseColor } from './parse-color.ts'
import css from './profile-color.module.css'
import form from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

const PRESETS = [
  { color: DEFAULT_BRAND, name: 'Sky (default)' },
  { color: '#2f6fed', name: 'Cobalt' },
  { color: '#7c4dff', name: 'Violet' },
  { color: '#d6409f', name: 'Magenta' },
  { color: '#e5533d', name: 'Vermilion' },
  { color: '#f2a30f', name: 'Amber' },
  { color: '#3f9d4f', name: 'Leaf' },
  { color: '#5b6b75', name: 'Slate' }
]

const check = (typed: string) => (parseColor(typed) ? undefined : TEXTS.brand_color)

/** Previews the color on the whole page. */
export function ProfileColor({ saved }: { saved: string | null }) {
  const { Form, onSubmit, busy, fields, typed: sent, said } = useProfileForm('color')
  const own = saved ?? DEFAULT_BRAND
  const [typed, setTyped] = useState(fields['brand_color'] ? (sent ?? own) : own)
  const chosen = parseColor(typed)
  const isNew = chosen !== undefined && chosen !== own
  const [before, setBefore] = useState(own)
  if (own !== before) {
    setBefore(own)
    setTyped(own)
  }
  useEffect(() => {
    previewBrand(isNew ? chosen : undefined)
    return () => previewBrand(undefined)
  }, [isNew, chosen])
  return (
    <ProfileSection
      id="color"
      title="Accent color"
      about="The color of buttons, links and highlights on every device you sign in on. Text on it stays readable."
      said={said}
      error={fields['form']}
    >
      <Form method="post" noValidate onSubmit={onSubmit} className={form['form']}>
        <input type="hidden" name="intent" value="color" />
        <Presets chosen={chosen} onChoose={setTyped} />
        <div className={css['own']}>
          <TextField
            label="Color"
            name="brand_color"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            hint={isNew ? 'This is a preview. Save to keep it.' : undefined}
            check={check}
            error={fields['brand_color']}
          />
          <input
            type="color"
            className={css['wheel']}
            aria-label="Pick any color"
            value={chosen ?? own}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        <div className={css['buttons']}>
          <Button type="submit" kind="main" busy={busy}>
            {busy ? 'Saving…' : 'Save color'}
          </Button>
          {isNew && (
            <Button type="button" onClick={() => setTyped(own)} disabled={busy}>
              Cancel
            </Button>
          )}
          {saved && (
            <Button type="submit" name="reset" value="1" kind="quiet" disabled={busy}>
              Reset to default
            </Button>
          )}
        </div>
      </Form>
    </ProfileSection>
  )
}

function Presets({ chosen, onChoose }: { chosen: string | undefined; onChoose: (color: string) => void }) {
  return (
    <fieldset className={css['presets']} aria-label="Suggested colors">
      {PRESETS.map(({ color, name }) => (
        <button
          key={color}
          type="button"
          className={css['preset']}
          style={{ background: color }}
          aria-label={name}
          title={name}
          aria-pressed={color === chosen}
          onClick={() => onChoose(color)}
        >
          {color === chosen && <IconCheck size={18} stroke={3} aria-hidden="true" />}
        </button>
      ))}
    </fieldset>
  )
}
