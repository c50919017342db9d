import { expect, test } from 'vitest'
import { compareIcon, multicolorIcons, SSIM_MIN } from '../bench/recolor.ts'

/** `node bench/recolor.ts 1000` compares more. */
const SAMPLED = 100

test('of recolored icons of five open sets no replaced color remains, and two renderers draw them as alike as before', async () => {
  const icons = multicolorIcons(SAMPLED)
  expect(icons.length).toBeGreaterThanOrEqual(SAMPLED)
  for (const icon of icons) {
    const { name, similarity, similarity_before, remaining } = await compareIcon(icon)
    expect({ name, remaining }).toEqual({ name, remaining: [] })
    if (similarity_before >= SSIM_MIN) expect(similarity, name).toBeGreaterThanOrEqual(SSIM_MIN)
  }
}, 120_000)
