import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Late } from './late.tsx'

const shown = (of: string | Promise<string>) =>
  renderToString(
    <Late of={of} waiting="waiting" failed="failed">
      {(value) => `found ${value}`}
    </Late>
  )

test('what is there is shown at once, and what follows has its place', () => {
  expect(shown('fox')).toBe('found fox')
  expect(shown(new Promise(() => {}))).toContain('waiting')
})
