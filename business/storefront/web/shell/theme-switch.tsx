import { useId, useState } from 'react'
import { chooseTheme, THEMES, type Theme } from '#platform/web/theme/theme.ts'
import { IconDark, IconLight, IconSystem } from '#platform/web/ui/icons.ts'
import css from './theme-switch.module.css'

const OPTIONS = {
  system: { label: 'System', Icon: IconSystem },
  light: { label: 'Light', Icon: IconLight },
  dark: { label: 'Dark', Icon: IconDark }
}

export function ThemeSwitch({ theme }: { theme: Theme }) {
  const name = useId()
  const [chosen, setChosen] = useState(theme)
  const choose = (next: Theme) => {
    setChosen(next)
    chooseTheme(next)
  }
  return (
    <fieldset className={css['switch']}>
      <legend>Theme</legend>
      {THEMES.map((option) => {
        const { label, Icon } = OPTIONS[option]
        return (
          <label key={option} title={label}>
            <input type="radio" name={name} value={option} checked={option === chosen} onChange={() => choose(option)} aria-label={label} />
            <Icon size={16} aria-hidden="true" />
          </label>
        )
      })}
    </fieldset>
  )
}
