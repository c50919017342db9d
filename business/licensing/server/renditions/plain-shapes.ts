/** Thrown for anything that is safer to render as a picture. */
export class NotPlain extends Error {}

export type Matrix = [number, number, number, number, number, number]

export function number(text: string | null): number {
  if (text === null || !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?(px)?$/i.test(text.trim())) throw new NotPlain()
  return Number.parseFloat(text)
}

/** Reads an element's transforms, outermost first. */
export function transformsOf(element: Element): Matrix[] {
  const text = element.getAttribute('transform')?.trim()
  if (!text) return []
  if (!/^(\s*(matrix|translate|scale|rotate)\s*\([^()]*\)[\s,]*)+$/.test(text)) throw new NotPlain()
  return [...text.matchAll(/(\w+)\s*\(([^()]*)\)/g)].map(([, kind = '', list = '']) =>
    matrixOf(
      kind,
      list
        .trim()
        .split(/[\s,]+/)
        .map(number)
    )
  )
}

function matrixOf(kind: string, [a = 0, b, c, d = 0, e = 0, f]: number[]): Matrix {
  if (kind === 'translate') return [1, 0, 0, 1, a, b ?? 0]
  if (kind === 'scale') return [a, 0, 0, b ?? a, 0, 0]
  if (kind === 'matrix' && f !== undefined) return [a, b ?? 0, c ?? 0, d, e, f]
  if (kind !== 'rotate') throw new NotPlain()
  const [cos, sin, x, y] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180), b ?? 0, c ?? 0]
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]
}

/** Converts any shape to path data. */
export function pathOf(element: Element): string {
  const at = (name: string) => number(element.getAttribute(name) ?? '0')
  const oval = (rx: number, ry: number) => `M${at('cx') - rx} ${at('cy')}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
  switch (element.tagName) {
    case 'path':
      return withPlainCurves(element.getAttribute('d') ?? '')
    case 'circle':
      return oval(at('r'), at('r'))
    case 'ellipse':
      return oval(at('rx'), at('ry'))
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`
    case 'rect':
      return rectangle(element, at)
    default:
      return pointsOf(element) + (element.tagName === 'polygon' ? 'Z' : '')
  }
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)/g

/** pdfkit treats a smooth curve as smooth only after a curve of the same kind. After other commands, its control point is the current point. */
function withPlainCurves(data: string): string {
  if (/[te]/i.test(data)) throw new NotPlain()
  const commands = [...data.matchAll(/([a-z])([^a-z]*)/gi)].map(([whole, command = '', numbers = '']) => ({ whole, command, numbers }))
  const rewritten = commands.map(({ whole, command, numbers }, index) => {
    if (!/s/i.test(command) || /[cs]/i.test(commands[index - 1]?.command ?? '')) return whole
    if (command === 'S') throw new NotPlain()
    const [x, y, ...rest] = numbers.match(NUMBER) ?? []
    return `c0 0 ${[x, y, ...rest.slice(0, 2)].join(' ')}${rest.length > 2 ? `s${rest.slice(2).join(' ')}` : ''}`
  })
  return rewritten.join('')
}

function rectangle(element: Element, at: (name: string) => number): string {
  const [width, height] = [at('width'), at('height')]
  const rx = Math.min(element.hasAttribute('rx') ? at('rx') : at('ry'), width / 2)
  const ry = Math.min(element.hasAttribute('ry') ? at('ry') : at('rx'), height / 2)
  const start = `M${at('x') + rx} ${at('y')}h${width - 2 * rx}`
  if (!rx || !ry) return `M${at('x')} ${at('y')}h${width}v${height}h${-width}Z`
  const corner = (x: number, y: number) => `a${rx} ${ry} 0 0 1 ${x} ${y}`
  return `${start}${corner(rx, ry)}v${height - 2 * ry}${corner(-rx, ry)}h${-(width - 2 * rx)}${corner(-rx, -ry)}v${-(height - 2 * ry)}${corner(rx, -ry)}Z`
}

function pointsOf(element: Element): string {
  const numbers = (element.getAttribute('points') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(number)
  if (numbers.length < 4 || numbers.length % 2) throw new NotPlain()
  return `M${numbers.join(' ')}`
}
