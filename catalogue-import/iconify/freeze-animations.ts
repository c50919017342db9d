const ANIMATION = /^<(?:animate|animateTransform|animateMotion|set)\b/
const LEFTOVER = /^<\/(?:animate|animateTransform|animateMotion|set|mpath)>|^<mpath\b/

const isOpeningTag = (token: string): boolean => token.startsWith('<') && !token.startsWith('</') && !token.endsWith('/>')

/** Replaces animations with their final or most complete state: elements that appear are shown, and rotating elements are still. */
export function freezeAnimations(body: string): string {
  if (!body.includes('<animate') && !body.includes('<set')) return body
  const tokens: string[] = []
  /** Indexes into `tokens` of the elements that are open. */
  const open: number[] = []
  for (const token of body.match(/<[^>]+>|[^<]+/g) ?? []) {
    if (ANIMATION.test(token)) applyTo(tokens, open.at(-1), token)
    else if (!LEFTOVER.test(token)) addToken(tokens, open, token)
  }
  return tokens.join('')
}

function addToken(tokens: string[], open: number[], token: string): void {
  if (token.startsWith('</')) open.pop()
  else if (isOpeningTag(token)) open.push(tokens.length)
  tokens.push(token)
}

function applyTo(tokens: string[], parent: number | undefined, animation: string): void {
  const tag = parent === undefined ? undefined : tokens[parent]
  if (parent !== undefined && tag !== undefined) tokens[parent] = frozen(tag, animation)
}

function frozen(tag: string, animation: string): string {
  const name = readAttribute(animation, 'attributeName')
  if (animation.startsWith('<animateTransform')) return tag.replace(/\s*scale\(0\)/, '')
  if (!name) return tag
  const values = (readAttribute(animation, 'values') ?? readAttribute(animation, 'to') ?? '').split(';')
  if (readAttribute(animation, 'fill') === 'freeze') return writeAttribute(tag, name, (values.at(-1) ?? '').trim())
  const largest = Math.max(...values.map(Number))
  return readAttribute(tag, name) === '0' && largest > 0 ? writeAttribute(tag, name, String(largest)) : tag
}

function readAttribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

function writeAttribute(tag: string, name: string, value: string): string {
  const without = tag.replace(new RegExp(`\\s${name}="[^"]*"`), '')
  return without.replace(/>$/, () => ` ${name}="${value}">`)
}
