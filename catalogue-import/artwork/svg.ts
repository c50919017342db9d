export const WIDE = { width: 1600, height: 1200 }

type Size = { width: number; height: number }
type Box = Size & { left?: number; top?: number }

export function document(size: Size, box: Box, body: string): string {
  const view = `${short(box.left ?? 0)} ${short(box.top ?? 0)} ${short(box.width)} ${short(box.height)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${view}">${body}</svg>`
}

export function wide(ground: string, body: string): string {
  return document(WIDE, WIDE, `<rect width="1600" height="1200" fill="${ground}"/>${body}`)
}

/** Rounds to one decimal, which is finer than a pixel at every rendered size. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export type Point = readonly [x: number, y: number]

export function polygon(points: readonly Point[]): string {
  return `${polyline(points)}z`
}

export function polyline(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')
}

/** Draws a smooth line through the midpoints of the segments. */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (!first || !last) return ''
  const middles = rest.slice(0, -1).map(([x, y], index) => {
    const [nextX, nextY] = rest[index + 1]!
    return `Q${short(x)} ${short(y)} ${short((x + nextX) / 2)} ${short((y + nextY) / 2)}`
  })
  return `M${short(first[0])} ${short(first[1])}${middles.join('')}L${short(last[0])} ${short(last[1])}`
}

/** Draws a smooth closed shape around the points. */
export function blob(points: readonly Point[]): string {
  const middle = (index: number): string => {
    const [[x, y], [nextX, nextY]] = [points[index % points.length]!, points[(index + 1) % points.length]!]
    return `${short((x + nextX) / 2)} ${short((y + nextY) / 2)}`
  }
  const arcs = points.map((_, index) => {
    const [x, y] = points[(index + 1) % points.length]!
    return `Q${short(x)} ${short(y)} ${middle(index + 1)}`
  })
  return `M${middle(0)}${arcs.join('')}z`
}

export function circle(x: number, y: number, radius: number, paint: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" ${paint}/>`
}

export function path(d: string, paint: string): string {
  return `<path d="${d}" ${paint}/>`
}

export function gradient(
  kind: 'linear' | 'radial',
  id: string,
  stops: readonly (readonly [offset: number, color: string, opacity?: number])[],
  more = ''
): string {
  const inside = stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`
    )
    .join('')
  return `<${kind}Gradient id="${id}"${more && ` ${more}`}>${inside}</${kind}Gradient>`
}
