import '@mantine/core/styles/default-css-variables.layer.css'
import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './theme/mantine.css'

const theme = createTheme({
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-title)' },
  defaultRadius: 'var(--radius-control)',
  cursorType: 'pointer',
  respectReducedMotion: true
})

/**
 * Around a widget of Mantine, in the route that needs it and nowhere above (docs/decisions/006-plain-kit.md).
 * The route also imports the style sheets of its widgets: '@mantine/core/styles/Popover.layer.css', '@mantine/charts/styles.layer.css'.
 */
export function WithMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} withGlobalClasses={false} defaultColorScheme="auto" colorSchemeManager={NOTHING_KEPT}>
      {children}
    </MantineProvider>
  )
}

/** Our own switch keeps the theme, and our variables carry it. */
const NOTHING_KEPT = { get: () => 'auto' as const, set() {}, subscribe() {}, unsubscribe() {}, clear() {} }
