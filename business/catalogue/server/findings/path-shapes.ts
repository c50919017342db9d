import { type SVGCommand, SVGPathData } from 'svg-pathdata'

/** A part of a path that begins with a move. Lengths are in the path's own units. */
export type Subpath = {
  segments: number
  has_curve: boolean
  /** Ends with a close command. */
  is_closed: boolean
  /** Between its end and its start. */
  gap: number
  /** The larger side of the box around its points. */
  size: number
}

/** Returns the parts of a path, or undefined if its data cannot be read. */
export function subpathsOf(d: string): Subpath[] | undefined {
  try {
    const commands = new SVGPathData(d).toAbs().normalizeHVZ(false, true, true).commands
    return split(commands)
  } catch (error) {
    // Programs draw what they understand of it.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

type Point = { x: number; y: number }
type Open = Subpath & { start: Point; end: Point; min: Point; max: Point }

function split(commands: readonly SVGCommand[]): Subpath[] {
  const parts: Open[] = []
  for (const command of commands) take(parts, command)
  return parts.map(({ segments, has_curve, is_closed, start, end, min, max }) => ({
    ...{ segments, has_curve, is_closed },
    gap: Math.hypot(end.x - start.x, end.y - start.y),
    size: Math.max(max.x - min.x, max.y - min.y)
  }))
}

function take(parts: Open[], command: SVGCommand): void {
  const last = parts.at(-1)
  if (command.type === SVGPathData.MOVE_TO) parts.push(begin(command))
  else if (!last) return
  else if (command.type === SVGPathData.CLOSE_PATH) last.is_closed = true
  else if ('x' in command && 'y' in command) extend(last.is_closed ? addTo(parts, last.start) : last, command)
}

const begin = ({ x, y }: Point): Open => ({
  ...{ segments: 0, has_curve: false, is_closed: false, gap: 0, size: 0 },
  ...{ start: { x, y }, end: { x, y }, min: { x, y }, max: { x, y } }
})

/** A command after a close goes on from where the closed part began. */
function addTo(parts: Open[], start: Point): Open {
  const next = begin(start)
  parts.push(next)
  return next
}

function extend(part: Open, command: SVGCommand & Point): void {
  part.segments += 1
  part.has_curve ||= command.type !== SVGPathData.LINE_TO
  part.end = { x: command.x, y: command.y }
  const points = [part.end]
  if ('x1' in command) points.push({ x: command.x1, y: command.y1 })
  if ('x2' in command) points.push({ x: command.x2, y: command.y2 })
  for (const { x, y } of points) {
    part.min = { x: Math.min(part.min.x, x), y: Math.min(part.min.y, y) }
    part.max = { x: Math.max(part.max.x, x), y: Math.max(part.max.y, y) }
  }
}
