import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fitted, fittingScale, PAN, type Point, panned, type Size, STEP, type View, zoomed } from './zoom-view.ts'

const CENTER: Point = { x: 0, y: 0 }
/** A wheel's usual step, 100, enlarges by about a fifth. */
const WHEEL = 0.002

type Change = (view: View, limits: { picture: Size; frame: Size; fitting: number }) => View

/** The view of a picture in a frame, and what people change it with. Keys are heard in the whole dialog. */
export function useZoom(dialog: RefObject<HTMLElement | null>, isDrawing: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<Size>()
  const [size, setSize] = useState<Size>()
  /** Undefined while the whole picture is shown, also when the frame changes its size. */
  const [own, setOwn] = useState<View>()
  const fitting = picture && size ? fittingScale(picture, size, isDrawing) : undefined
  const view = fitting === undefined ? undefined : (own ?? fitted(fitting))
  const change = (make: Change) => {
    if (!picture || !size || fitting === undefined) return
    setOwn((current) => make(current ?? fitted(fitting), { picture, frame: size, fitting }))
  }
  const zoomBy = (steps: number) => change((from, limits) => zoomed(from, from.scale * STEP ** steps, CENTER, limits))
  const showActual = () => change((from, limits) => zoomed(from, 1, CENTER, limits))
  const showFitting = () => setOwn(undefined)

  useLayoutEffect(() => {
    const shown = frame.current
    if (!shown) return
    const watch = new ResizeObserver(() => setSize({ width: shown.clientWidth, height: shown.clientHeight }))
    watch.observe(shown)
    return () => watch.disconnect()
  }, [])

  // Native listeners: a wheel that zooms must not scroll or zoom the page, which React's passive listeners cannot prevent.
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    dialog.current?.addEventListener('keydown', (event) => hearKey(event, { zoomBy, showActual, showFitting, change }), { signal })
    if (frame.current) hearPointers(frame.current, change, signal)
    return () => listening.abort()
  })

  return { frame, view, picture, setPicture, zoomBy, showFitting, showActual }
}

type Controls = { zoomBy(steps: number): void; showActual(): void; showFitting(): void; change(make: Change): void }

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: PAN, y: 0 },
  ArrowRight: { x: -PAN, y: 0 },
  ArrowUp: { x: 0, y: PAN },
  ArrowDown: { x: 0, y: -PAN }
}

function hearKey(event: KeyboardEvent, { zoomBy, showActual, showFitting, change }: Controls): void {
  // With a modifier, keys belong to the browser. On the mats, arrow keys choose among them.
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const by = event.target instanceof HTMLInputElement ? undefined : ARROWS[event.key]
  if (by) change((view, limits) => panned(view, by, limits))
  else if (event.key === '+' || event.key === '=') zoomBy(1)
  else if (event.key === '-') zoomBy(-1)
  else if (event.key === '0') showFitting()
  else if (event.key === '1') showActual()
  else return
  event.preventDefault()
}

function hearPointers(frame: HTMLElement, change: (make: Change) => void, signal: AbortSignal): void {
  const options = { signal, passive: false }
  const fromCenter = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = frame.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  frame.addEventListener('contextmenu', (event) => event.preventDefault(), options)
  frame.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      change((view, limits) => zoomed(view, view.scale * Math.exp(-event.deltaY * WHEEL), fromCenter(event), limits))
    },
    options
  )
  frame.addEventListener(
    'dblclick',
    (event) =>
      change((view, limits) =>
        zoomed(view, view.scale > limits.fitting ? limits.fitting : Math.max(1, limits.fitting * 2), fromCenter(event), limits)
      ),
    options
  )
  frame.addEventListener('pointerdown', (event) => hold(frame, event, fromCenter(event)), options)
  frame.addEventListener('pointermove', (event) => move(frame, event, fromCenter(event), change), options)
  for (const name of ['pointerup', 'pointercancel'] as const)
    frame.addEventListener(name, (event) => void heldIn(frame).delete(event.pointerId), options)
}

/** The fingers, or the mouse button, that hold the picture of a frame. */
const held = new WeakMap<HTMLElement, Map<number, Point>>()

function heldIn(frame: HTMLElement): Map<number, Point> {
  const found = held.get(frame) ?? new Map<number, Point>()
  held.set(frame, found)
  return found
}

function hold(frame: HTMLElement, event: PointerEvent, at: Point): void {
  frame.setPointerCapture(event.pointerId)
  heldIn(frame).set(event.pointerId, at)
}

/** One pointer moves the picture. Two also enlarge it, by as much as they move apart. */
function move(frame: HTMLElement, event: PointerEvent, at: Point, change: (make: Change) => void): void {
  const pointers = heldIn(frame)
  const before = pointers.get(event.pointerId)
  if (!before) return
  const [other] = [...pointers].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]))
  pointers.set(event.pointerId, at)
  if (!other) {
    change((view, limits) => panned(view, { x: at.x - before.x, y: at.y - before.y }, limits))
    return
  }
  const factor = Math.max(1, distance(at, other)) / Math.max(1, distance(before, other))
  const center = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }
  const shift = { x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 }
  change((view, limits) => panned(zoomed(view, view.scale * factor, center, limits), shift, limits))
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)
