import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#catalogue/contract.ts'
import { contrast, contrastHint } from './contrast.ts'
import { matchPalette, turnHue } from './mix-colors.ts'
import { RecolorSection } from './recolor-section.tsx'
import { readAddress, sentByForm } from './recolored-asset.ts'

const ID = '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'
const palette = [
  { color: '#00b4d8', share: 0.8 },
  { color: '#ffffff', share: 0.2 }
]
const asset = { id: ID, palette, dominant_color: '#00b4d8', is_currently_free: false } as unknown as AssetDetail

function shown(changes: ReadonlyMap<string, string>): string {
  const recolor = { changes, set() {}, undo() {}, canUndo: false, busy: false, hasFailed: false, tryAgain() {}, pictures: undefined }
  const element = <RecolorSection asset={asset} user={null} recolor={recolor} is_wrong={false} />
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('the section holds each color of the palette, and the new ones as values', () => {
  const html = shown(new Map([['#00b4d8', '#ff8800']]))
  for (const color of ['#00b4d8', '#ffffff']) expect(html).toContain(color)
  expect(html).toContain('value="#ff8800"')
})

describe('the address of a page', () => {
  test('names colors that the drawing has', () => {
    expect(readAddress(new URLSearchParams({ colors: '#00B4D8-#ff8800' }), palette)).toEqual({
      changes: new Map([['#00b4d8', '#ff8800']]),
      is_wrong: false
    })
    expect(readAddress(new URLSearchParams({ colors: '#123456-#ff8800' }), palette)).toEqual({ changes: new Map(), is_wrong: true })
  })
  test('is made by the form before hydration', () =>
    expect(sentByForm(new URLSearchParams('recolor=1&to-00b4d8=%23FF8800&to-ffffff=%23ffffff'), { id: ID, palette })).toBe(
      `/assets/${ID}?colors=%2300b4d8-%23ff8800`
    ))
})

test('the contrast is that of WCAG, in words', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastHint('#000000', 'paper')).toMatch(/^Easy to see on the paper background/)
  expect(contrastHint('#ffffff', 'paper')).toMatch(/^Hard to see/)
})

test('a hue is turned, and a saved palette is applied by lightness', () => {
  expect(turnHue('#ff0000', 0)).toBe('#ff0000')
  expect(turnHue('#ff0000', 180)).not.toBe('#ff0000')
  expect(matchPalette(palette, ['#eeeeee', '#cc0000'])).toEqual(
    new Map([
      ['#00b4d8', '#cc0000'],
      ['#ffffff', '#eeeeee']
    ])
  )
})
