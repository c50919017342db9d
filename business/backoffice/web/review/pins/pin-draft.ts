import type { PlacedPin } from '#submissions/review.contract.ts'
import { REJECT_REASON_CODES, type RejectReason } from '#submissions/rules.ts'

/** What a reviewer has entered about a rejection. `key` identifies a pin while it moves. */
export type DraftPin = PlacedPin & { key: number }
export type RejectDraft = {
  reason: string
  codes: readonly RejectReason[]
  pins: readonly DraftPin[]
  duplicate: { id: string; title: string } | undefined
}

export const EMPTY_DRAFT: RejectDraft = { reason: '', codes: [], pins: [], duplicate: undefined }

/** How far an arrow key moves a pin, as a fraction of the picture; with Shift, five times as far. */
const STEP = 0.01
const FAR = 5

const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
}

const within = (at: number): number => Math.round(Math.min(1, Math.max(0, at)) * 10_000) / 10_000

type Place = { x: number; y: number }

export const placed = ({ x, y }: Place): Place => ({ x: within(x), y: within(y) })

/** Returns where a pin is after an arrow key, or undefined for any other key. */
export function movedByKey({ x, y }: Place, { key, shiftKey }: { key: string; shiftKey: boolean }): Place | undefined {
  const move = MOVES[key]
  if (!move) return undefined
  const step = shiftKey ? STEP * FAR : STEP
  return placed({ x: x + move[0] * step, y: y + move[1] * step })
}

/** Where a pointer is in an element, as fractions of its width and height. */
export const placeIn = (element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Place => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return placed({ x: (clientX - left) / width, y: (clientY - top) / height })
}

/** The pins as one form field. */
export const pinsAsText = (pins: readonly DraftPin[]): string => JSON.stringify(pins.map(({ key: _, ...pin }) => pin))

/** Reads the pins of a form. Anything that is not a pin is left out; the API checks the rest. */
export function pinsIn(text: string): PlacedPin[] {
  const sent = parsed(text)
  return (Array.isArray(sent) ? sent : []).flatMap(pinOf)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The desk sends JSON, and a form without it has no pins.
    return []
  }
}

function pinOf(sent: unknown): PlacedPin[] {
  if (typeof sent !== 'object' || sent === null) return []
  const { file_id, x, y, code, note }: Record<string, unknown> = { ...sent }
  const known = REJECT_REASON_CODES.find((one) => one === code)
  if (typeof file_id !== 'string' || typeof x !== 'number' || typeof y !== 'number' || !known) return []
  return [{ file_id, x, y, code: known, note: typeof note === 'string' ? note : '' }]
}
