import type { Message } from '../../conversation.contract.ts'

/** Merges two lists by position, without duplicates. */
export function mergeMessages(known: readonly Message[], more: readonly Message[]): Message[] {
  const found = new Map([...known, ...more].map((message) => [message.position, message]))
  return [...found.values()].sort((one, other) => one.position - other.position)
}

/** Removes outgoing messages that already arrived through the event stream, so that each is shown once. */
export function notYetAmong<T extends { key: string }>(messages: readonly Message[], outgoing: readonly T[]): T[] {
  const arrived = new Set(messages.map(({ client_key }) => client_key))
  return outgoing.filter(({ key }) => !arrived.has(key))
}

/** Returns the position of the first unread message: the first of the last `unread` messages from others. */
export function firstUnread(messages: readonly Message[], me: string, unread: number): number | undefined {
  if (unread <= 0) return undefined
  const others = messages.filter(({ author_id }) => author_id !== me)
  return others[Math.max(0, others.length - unread)]?.position
}

const TOGETHER_MS = 5 * 60_000

/** Whether a message continues the previous one: the same author, shortly after. */
export function goesOn(message: Message, before: Message | undefined): boolean {
  if (!before || before.author_id !== message.author_id || before.author_name !== message.author_name) return false
  return Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER_MS
}
