import { useEffect, useState } from 'react'
import { DEFAULT_BRAND } from '#platform/web/theme/brand.ts'
import { previewBrand } from '#platform/web/theme/brand-preview.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { TEXTS } from '../rules.ts'
import { colourTyped } from './colour-typed.ts'
import css from './profile-colour.module.css'
import form from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

const PRESETS = [
  { colour: DEFAULT_BRAND, name: 'Sky, the usual one' },
  { colour: '#2f6fed', name: 'Cobalt' },
  { colour: '#7c4dff', name: 'Violet' },
  { colour: '#d6409f', name: 'Magenta' },
  { colour: '#e5533d', name: 'Vermilion' },
  { colour: '#f2a30f', name: 'Amber' },
  { colour: '#3f9d4f', name: 'Leaf' },
  { colour: '#5b6b75', name: 'Slate' }
]

const check = (typed: string) => (colourTyped(typed) ? undefined : TEXTS.brand_color)

/** The whole page shows the colour while it is being chosen. */
export function ProfileColour({ saved }: { saved: string | null }) {
  const { Form, onSubmit, busy, fields, typed: sent, said } = useProfileForm('colour')
  const own = saved ?? DEFAULT_BRAND
  const [typed, setTyped] = useState(fields['brand_color'] ? (sent ?? own) : own)
  const chosen = colourTyped(typed)
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
      id="colour"
      title="Accent colour"
      about="Buttons, links and marks take it on, wherever you sign in. What is written on it stays readable."
      said={said}
      error={fields['form']}
    >
      <Form method="post" noValidate onSubmit={onSubmit} className={form['form']}>
        <input type="hidden" name="intent" value="colour" />
        <Presets chosen={chosen} onChoose={setTyped} />
        <div className={css['own']}>
          <TextField
            label="Colour"
            name="brand_color"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            hint={isNew ? 'You see it on this page. Save to keep it.' : undefined}
            check={check}
            error={fields['brand_color']}
          />
          <input
            type="color"
            className={css['wheel']}
            aria-label="Pick any colour"
            value={chosen ?? own}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        <div className={css['buttons']}>
          <Button type="submit" kind="main" busy={busy}>
            {busy ? 'Saving…' : 'Save colour'}
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

function Presets({ chosen, onChoose }: { chosen: string | undefined; onChoose: (colour: string) => void }) {
  return (
    <fieldset className={css['presets']} aria-label="Colours to start from">
      {PRESETS.map(({ colour, name }) => (
        <button
          key={colour}
          type="button"
          className={css['preset']}
          style={{ background: colour }}
          aria-label={name}
          title={name}
          aria-pressed={colour === chosen}
          onClick={() => onChoose(colour)}
        >
          {colour === chosen && <IconCheck size={18} stroke={3} aria-hidden="true" />}
        </button>
      ))}
    </fieldset>
  )
}
