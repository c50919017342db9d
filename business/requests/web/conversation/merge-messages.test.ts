import { expect, test } from 'vitest'
import type { Message } from '../../conversation.contract.ts'
import { firstUnread, goesOn, mergeMessages, notYetAmong } from './merge-messages.ts'

const at = (position: number, author_id = 'other', minute = position): Message => ({
  id: `m${position}`,
  position,
  author_id,
  author_name: author_id,
  author_role: 'client',
  body: `message ${position}`,
  client_key: `key ${position}`,
  attachments: [],
  created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
})
const positions = (messages: Message[]) => messages.map(({ position }) => position)

test('a message that arrives twice or late is listed once, in order', () => {
  expect(positions(mergeMessages([at(1), at(4)], [at(4), at(2), at(9)]))).toEqual([1, 2, 4, 9])
})

test('an outgoing message that already arrived through the event stream is removed', () => {
  expect(notYetAmong([at(1), at(2)], [{ key: 'key 2' }, { key: 'key 3' }])).toEqual([{ key: 'key 3' }])
})

test('unread messages start at the first of the last messages from others', () => {
  const messages = [at(1), at(2, 'me'), at(3), at(4, 'me'), at(5)]
  expect(firstUnread(messages, 'me', 2)).toBe(3)
  expect(firstUnread(messages, 'me', 0)).toBeUndefined()
  expect(firstUnread(messages, 'me', 50)).toBe(1)
  expect(firstUnread([at(1, 'me')], 'me', 1)).toBeUndefined()
})

test('a message continues the previous one of the same author shortly before', () => {
  expect(goesOn(at(2), at(1))).toBe(true)
  expect(goesOn(at(2, 'me'), at(1))).toBe(false)
  expect(goesOn(at(9), at(1))).toBe(false)
  expect(goesOn(at(1), undefined)).toBe(false)
})
