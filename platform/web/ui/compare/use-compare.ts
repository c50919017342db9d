import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { movedBy, type View, WHOLE, zoomedBy } from './zoom-view.ts'

/** The share of the stage on both sides of the divider where a pointer takes hold of it. */
const GRIP = 0.06
/** A pointer that moved less was a click. In pixels. */
const CLICK_MAX = 4
const ZOOM_STEP = 2
const KEY_STEP = 0.1

const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP]
}

type Point = { x: number; y: number }
type Drag = { moves: 'divider' | 'view'; start: Point }

/** The divider, from 0 to 100, and the view of both pictures: by pointer, with pinching, and by keys. */
export function useCompare() {
  const [part, setPart] = useState(50)
  const [view, setView] = useState(WHOLE)
  const pointers = useRef(new Map<number, Point>())
  const drag = useRef<Drag>(undefined)
  const zoom = (factor: number) => setView((before) => zoomedBy(before, factor))

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const at = pointIn(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, at)
    const moves = view.zoom === 1 || Math.abs(at.x - part / 100) < GRIP ? 'divider' : 'view'
    drag.current = { moves, start: { x: event.clientX, y: event.clientY } }
    if (moves === 'divider' && view.zoom === 1) setPart(percentOf(at.x))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const at = pointIn(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, at)
    if (other) zoom(distance(at, other) / Math.max(0.01, distance(before, other)))
    else if (drag.current?.moves === 'divider') setPart(percentOf(at.x))
    else setView((one) => movedBy(one, [before.x - at.x, before.y - at.y]))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const at = pointers.current.get(event.pointerId)
    const { moves, start } = drag.current ?? {}
    const isClick = start && distance({ x: event.clientX, y: event.clientY }, start) < CLICK_MAX
    // A click shows that place in the middle, for those who cannot drag.
    if (at && moves === 'view' && isClick) setView((one) => movedBy(one, [at.x - 0.5, at.y - 0.5]))
    pointers.current.delete(event.pointerId)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event, { zoom, setView })
    if (!act) return
    event.preventDefault()
    act()
  }
  return {
    part,
    setPart,
    view,
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    showWhole: () => setView(WHOLE),
    onKeyDown,
    stage: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
  }
}

type Acts = { zoom: (factor: number) => void; setView: (change: (view: View) => View) => void }

function actOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, { zoom, setView }: Acts): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === '+' || key === '=') return () => zoom(ZOOM_STEP)
  if (key === '-') return () => zoom(1 / ZOOM_STEP)
  if (key === '0') return () => setView(() => WHOLE)
  const move = shiftKey ? MOVES[key] : undefined
  return move && (() => setView((view) => movedBy(view, move)))
}

/** Where the pointer is, as fractions of the element. */
function pointIn({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

const percentOf = (fraction: number): number => Math.round(Math.min(1, Math.max(0, fraction)) * 100)
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)
