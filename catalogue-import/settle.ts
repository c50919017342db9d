const ANIMATION = /^<(?:animate|animateTransform|animateMotion|set)\b/
const LEFTOVER = /^<\/(?:animate|animateTransform|animateMotion|set|mpath)>|^<mpath\b/

/** A moving drawing as it looks when it rests: what grows in is there, what goes round stands. */
export function settle(body: string): string {
  if (!body.includes('<animate') && !body.includes('<set')) return body
  const still: string[] = []
  const open: number[] = []
  for (const token of body.match(/<[^>]+>|[^<]+/g) ?? []) {
    if (ANIMATION.test(token)) {
      const parent = open.at(-1)
      if (parent !== undefined) still[parent] = rested(still[parent]!, token)
    } else if (!LEFTOVER.test(token)) {
      if (token.startsWith('</')) open.pop()
      else if (token.startsWith('<') && !token.endsWith('/>')) open.push(still.length)
      still.push(token)
    }
  }
  return still.join('')
}

function rested(tag: string, animation: string): string {
  const name = read(animation, 'attributeName')
  if (animation.startsWith('<animateTransform')) return tag.replace(/\s*scale\(0\)/, '')
  if (!name) return tag
  const values = (read(animation, 'values') ?? read(animation, 'to') ?? '').split(';')
  if (read(animation, 'fill') === 'freeze') return write(tag, name, values.at(-1)!.trim())
  const largest = Math.max(...values.map(Number))
  return read(tag, name) === '0' && largest > 0 ? write(tag, name, String(largest)) : tag
}

function read(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

function write(tag: string, name: string, value: string): string {
  const without = tag.replace(new RegExp(`\\s${name}="[^"]*"`), '')
  return without.replace(/>$/, () => ` ${name}="${value}">`)
}
