import { expect, test } from 'vitest'
import { movedBy, transformOf, WHOLE, ZOOM_MAX, zoomedBy } from './zoom-view.ts'

test('the whole picture is shown without a transform, and cannot be moved', () => {
  expect(transformOf(WHOLE)).toBe('translate(0.000%, 0.000%) scale(1)')
  expect(movedBy(WHOLE, [0.4, -0.4])).toEqual(WHOLE)
})

test('zooming keeps the center and stays within the limits', () => {
  expect(transformOf(zoomedBy(WHOLE, 2))).toBe('translate(-50.000%, -50.000%) scale(2)')
  expect(zoomedBy(WHOLE, 100).zoom).toBe(ZOOM_MAX)
  expect(zoomedBy(WHOLE, 0.5)).toEqual(WHOLE)
})

test('moving stops at the edge of the picture, and zooming out shows the whole picture again', () => {
  const corner = movedBy(zoomedBy(WHOLE, 4), [9, -9])
  expect(corner).toEqual({ zoom: 4, x: 0.875, y: 0.125 })
  expect(transformOf(corner)).toBe('translate(-300.000%, 0.000%) scale(4)')
  expect(zoomedBy(corner, 0.25)).toEqual(WHOLE)
})

test('a closer view moves by the same share of what it shows', () => {
  expect(movedBy(zoomedBy(WHOLE, 4), [0.5, 0]).x).toBe(0.625)
  expect(movedBy(zoomedBy(WHOLE, 2), [0.5, 0]).x).toBe(0.75)
})
