import { expect, test } from 'vitest'
import { fitted, fittingScale, panned, zoomed } from './zoom-view.ts'

const picture = { width: 1200, height: 800 }
const frame = { width: 600, height: 600 }
const limits = { picture, frame, fitting: 0.5 }

test.each([
  ['a wide picture', picture, false, 0.5],
  ['a tall picture', { width: 400, height: 1200 }, false, 0.5],
  ['a small picture of pixels, which is not enlarged', { width: 100, height: 60 }, false, 1],
  ['a small drawing, which is', { width: 100, height: 60 }, true, 6]
])('the scale that fits %s', (_, size, isDrawing, scale) => expect(fittingScale(size, frame, isDrawing)).toBe(scale))

test('zooming keeps what is under the pointer', () => {
  const at = { x: 150, y: 0 }
  const { scale, x, y } = zoomed(fitted(0.5), 1, at, limits)
  expect({ scale, x, y }).toEqual({ scale: 1, x: -150, y: 0 })
  const place = (view: { scale: number; x: number }) => (at.x - view.x) / view.scale
  expect(place({ scale, x })).toBe(place(fitted(0.5)))
})

test('the scale has limits', () => {
  expect(zoomed(fitted(0.5), 100, { x: 0, y: 0 }, limits).scale).toBe(8)
  expect(zoomed(fitted(0.5), 0.01, { x: 0, y: 0 }, limits).scale).toBe(0.5)
  const small = { ...limits, fitting: 12 }
  expect([zoomed(fitted(12), 0.2, { x: 0, y: 0 }, small).scale, zoomed(fitted(12), 99, { x: 0, y: 0 }, small).scale]).toEqual([1, 12])
})

test('a picture is never moved out of its frame', () => {
  expect(panned({ scale: 1, x: 0, y: 0 }, { x: 9999, y: -9999 }, limits)).toEqual({ scale: 1, x: 300, y: -100 })
  expect(panned(fitted(0.5), { x: 50, y: 50 }, limits)).toEqual({ scale: 0.5, x: 0, y: 0 })
})
