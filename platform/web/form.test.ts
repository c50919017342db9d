import { expect, test } from 'vitest'
import { readForm, textFields } from './form.ts'

test('text fields are read by name, the last value of each, and files are left out', () => {
  const form = new FormData()
  form.append('tag', 'old')
  form.append('tag', 'new')
  form.append('file', new Blob(['x']), 'x.txt')
  expect(textFields(form)).toEqual({ tag: 'new' })
})

test('a named field that was not sent is empty, and others are not read', async () => {
  const body = new URLSearchParams({ title: 'Fox', other: 'x' })
  const request = new Request('http://easel.test', { method: 'POST', body })
  expect(await readForm(request, 'title', 'reason')).toEqual({ title: 'Fox', reason: '' })
})
