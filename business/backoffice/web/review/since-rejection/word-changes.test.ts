import { expect, test } from 'vitest'
import { wordChanges } from './word-changes.ts'

test('words that were replaced stand beside those that stayed', () => {
  expect(wordChanges('A dark fox in snow', 'A bright fox in the snow')).toEqual([
    { kind: 'same', text: 'A ' },
    { kind: 'gone', text: 'dark ' },
    { kind: 'new', text: 'bright ' },
    { kind: 'same', text: 'fox in ' },
    { kind: 'new', text: 'the ' },
    { kind: 'same', text: 'snow' }
  ])
})

test('equal texts have no change, and an empty one is all gone or all new', () => {
  expect(wordChanges('same  words', 'same words')).toEqual([{ kind: 'same', text: 'same words' }])
  expect(wordChanges('', 'new words')).toEqual([{ kind: 'new', text: 'new words' }])
  expect(wordChanges('gone', '')).toEqual([{ kind: 'gone', text: 'gone' }])
  expect(wordChanges('', '')).toEqual([])
})
