import type { Point } from '../artwork/svg.ts'
import type { Random } from '../random.ts'

const STEP = 25
const COLUMNS = 66
const ROWS = 50
const EDGE = -STEP

export type Height = (x: number, y: number) => number

/** Returns a smooth height function, roughly between -2 and 2, made of a few warped waves. */
export function field(random: Random): Height {
  const waves = Array.from({ length: 5 }, () => ({
    across: random.between(-0.006, 0.006),
    down: random.between(-0.007, 0.007),
    phase: random.between(0, 6.3),
    bend: random.between(0.4, 1.4)
  }))
  return (x, y) =>
    waves.reduce(
      (sum, { across, down, phase, bend }) => sum + 0.55 * Math.sin(x * across + y * down + phase + bend * Math.sin(y * 0.004 + phase * 2)),
      0
    )
}

/** Marching squares: returns the lines on which the landscape has exactly this height. */
export function contours(height: Height, level: number): Point[][] {
  const points = new Map<number, Point>()
  const links = new Map<number, number[]>()
  const link = (from: number, to: number) => {
    links.set(from, [...(links.get(from) ?? []), to])
    links.set(to, [...(links.get(to) ?? []), from])
  }
  const at = Array.from(
    { length: (COLUMNS + 1) * (ROWS + 1) },
    (_, index) => height(EDGE + (index % (COLUMNS + 1)) * STEP, EDGE + Math.floor(index / (COLUMNS + 1)) * STEP) - level
  )
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const crossed = crossings(at, column, row)
      for (const { edge, point } of crossed) points.set(edge, point)
      for (const [from, to] of pairsOf(crossed)) link(from.edge, to.edge)
    }
  }
  return chains(points, links)
}

type Crossing = { edge: number; point: Point }

/** Returns where the line crosses the four sides of a cell. Each side has one number, which neighboring cells share. */
function crossings(at: number[], column: number, row: number): Crossing[] {
  const corner = (right: number, down: number) => (row + down) * (COLUMNS + 1) + column + right
  const sides = [
    [corner(0, 0), corner(1, 0), corner(0, 0) * 2],
    [corner(1, 0), corner(1, 1), corner(1, 0) * 2 + 1],
    [corner(0, 1), corner(1, 1), corner(0, 1) * 2],
    [corner(0, 0), corner(0, 1), corner(0, 0) * 2 + 1]
  ] as const
  return sides.flatMap(([from, to, edge]) => {
    const [start = 0, end = 0] = [at[from], at[to]]
    if (start > 0 === end > 0) return []
    const share = start / (start - end)
    const place = (index: number): Point => [EDGE + (index % (COLUMNS + 1)) * STEP, EDGE + Math.floor(index / (COLUMNS + 1)) * STEP]
    const [[x, y], [nextX, nextY]] = [place(from), place(to)]
    return [{ edge, point: [x + (nextX - x) * share, y + (nextY - y) * share] }]
  })
}

/** A cell has no crossing, two or four. */
function pairsOf([first, second, third, fourth]: readonly Crossing[]): [Crossing, Crossing][] {
  if (!first || !second) return []
  return third && fourth
    ? [
        [first, second],
        [third, fourth]
      ]
    : [[first, second]]
}

function chains(points: Map<number, Point>, links: Map<number, number[]>): Point[][] {
  const used = new Set<number>()
  const linksOf = (edge: number): readonly number[] => links.get(edge) ?? []
  const walk = (start: number): Point[] => {
    const line: Point[] = []
    let edge: number | undefined = start
    while (edge !== undefined) {
      used.add(edge)
      const point = points.get(edge)
      if (point) line.push(point)
      edge = linksOf(edge).find((next) => !used.has(next))
    }
    return line
  }
  const ends = [...links.keys()].sort((first, second) => linksOf(first).length - linksOf(second).length)
  return ends.flatMap((edge) => {
    if (used.has(edge)) return []
    const line = walk(edge)
    // A line that starts at a side with two neighbors is a closed ring.
    return [linksOf(edge).length === 2 ? [...line, ...line.slice(0, 1)] : line]
  })
}
