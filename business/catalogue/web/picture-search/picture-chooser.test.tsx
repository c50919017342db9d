import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PictureChooser } from './picture-chooser.tsx'

test('the second input opens the camera of a phone, and the first one does not', () => {
  const html = renderToStaticMarkup(<PictureChooser onPicture={() => {}} />)
  const inputs = html.match(/<input[^>]*>/g) ?? []
  expect(inputs).toHaveLength(2)
  expect(inputs[0]).not.toContain('capture')
  expect(inputs[1]).toContain('capture="environment"')
  expect(inputs[1]).toContain('accept="image/*"')
  expect(html).toMatch(/<label[^>]*>(?:(?!<\/label>).)*Take a photo(?:(?!<\/label>).)*capture="environment"/)
})
