import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keepAnswer, roomForAnswers } from './kept-answers.ts'

const answerOf = (body: string) => keepAnswer({ headers: [], body: Buffer.from(body), made_at: 0, valid_until: 0 })

test('what was not asked for longest goes first when there is no more room', () => {
  const room = roomForAnswers(600)
  for (const key of ['a', 'b', 'c', 'd']) room.keep(key, answerOf('x'.repeat(100)))
  expect(room.bytes()).toBe(600)
  room.find('a')
  room.keep('e', answerOf('x'.repeat(100)))
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => room.find(key))).toEqual(['a', 'c', 'd', 'e'])
  expect(room.bytes()).toBe(600)
})

test('kept again it takes its room once; what would fill a quarter of the room is not kept', () => {
  const room = roomForAnswers(1000)
  room.keep('a', answerOf('x'.repeat(100)))
  room.keep('a', answerOf('y'.repeat(100)))
  room.keep('b', answerOf('x'.repeat(200)))
  expect([room.bytes(), room.find('b')]).toEqual([150, undefined])
  room.clear()
  expect([room.bytes(), room.find('a')]).toEqual([0, undefined])
})

test('without room nothing is kept', () => {
  const room = roomForAnswers(0)
  room.keep('a', answerOf('x'))
  expect(room.find('a')).toBeUndefined()
})

test('each encoding holds the same text and is made once', async () => {
  const answer = answerOf('hello '.repeat(500))
  expect(brotliDecompressSync(await answer.body('br')).toString()).toBe('hello '.repeat(500))
  expect(gunzipSync(await answer.body('gzip')).toString()).toBe('hello '.repeat(500))
  expect(await answer.body('br')).toBe(await answer.body('br'))
  expect(answer.hash).not.toBe(answerOf('else').hash)
})
