/** `from` and `to` enclose the value in the text. */
export type Declaration = { property: string; value: string; from: number; to: number; is_important: boolean }
export type Rule = { selector: string; declarations: Declaration[] }

/** Properties that hold a color. */
export const COLOR_PROPERTIES: ReadonlySet<string> = new Set([
  ...['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color', 'solid-color'],
  ...['background', 'background-color', 'text-decoration', 'text-decoration-color', 'text-shadow', 'filter']
])

/** Custom properties may hold one, too. */
export const mayHoldColor = (property: string): boolean => COLOR_PROPERTIES.has(property) || property.startsWith('--')

/** One that does not end goes on to the end of the text, so that it is looked for once. */
const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$)/g
const IMPORTANT = 'important'

/** Matches what is skipped as a whole: a comment, a string, or an address. Each part is matched in one pass. */
const WHOLE = /\/\*[\s\S]*?(?:\*\/|$)|"[^"]*(?:"|$)|'[^']*(?:'|$)|url\(\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$))|url\([^)]*(?:\)|$)/iy
const wholeAt = (text: string, at: number, to: number): number => {
  WHOLE.lastIndex = at
  return WHOLE.test(text) ? Math.min(to, WHOLE.lastIndex) : at
}

const BEGINS_WHOLE = '/"\'uU'
const DEEPER: Record<string, number> = { '(': 1, ')': -1 }

/** Returns the next position of one of the characters, outside of strings, comments, and parentheses; `to` if there is none. */
function find(text: string, from: number, to: number, characters: string): number {
  let depth = 0
  for (let at = from; at < to; ) {
    const character = text[at] ?? ''
    const end = BEGINS_WHOLE.includes(character) ? wholeAt(text, at, to) : at
    if (end === at && depth === 0 && characters.includes(character)) return at
    if (end === at) depth = Math.max(0, depth + (DEEPER[character] ?? 0))
    at = Math.max(end, at + 1)
  }
  return to
}

/** Not a regular expression: those try each of many spaces. */
function withoutImportant(value: string): Pick<Declaration, 'value' | 'is_important'> {
  const before = value.slice(0, -IMPORTANT.length).trimEnd()
  const is_important = before.endsWith('!') && value.slice(-IMPORTANT.length).toLowerCase() === IMPORTANT
  return { value: is_important ? before.slice(0, -1).trimEnd() : value, is_important }
}

/** Reads the declarations of a style attribute, or between the braces of a rule. */
export function readDeclarations(whole: string, from: number, end: number): Declaration[] {
  const found: Declaration[] = []
  // What is not closed would otherwise be looked for in the rest of the drawing, again and again.
  const text = whole.slice(from, end)
  const to = text.length
  for (let at = 0; at < to; ) {
    const stop = find(text, at, to, ';')
    const colon = find(text, at, stop, ':')
    if (colon < stop) {
      const written = text.slice(colon + 1, stop)
      const property = text.slice(at, colon).replace(COMMENTS, '').trim().toLowerCase()
      found.push({
        property,
        from: from + colon + 1,
        to: from + stop,
        ...withoutImportant(written.trim())
      })
    }
    at = stop + 1
  }
  return found
}

const NESTING_MAX = 8
const HOLDS_RULES = /^@(?!font-face)/i
const KEYFRAMES = /^@(-\w+-)?keyframes/i

/** Reads the rules of a style sheet, also those inside of @media. The steps of an animation are rules whose selector begins with '@'. */
export function readRules(whole: string, from: number, end: number): Rule[] {
  // As above: of many style sheets with open ends, none is read twice.
  const rules = rulesIn(whole.slice(from, end), 0, end - from)
  const moved = (one: Declaration): Declaration => ({ ...one, from: one.from + from, to: one.to + from })
  return rules.map(({ selector, declarations }) => ({ selector, declarations: declarations.map(moved) }))
}

function rulesIn(text: string, from: number, to: number, depth = 0, within = ''): Rule[] {
  const rules: Rule[] = []
  for (let at = from; at < to && depth < NESTING_MAX; ) {
    const open = find(text, at, to, '{;}')
    const prelude = text.slice(at, open).replace(COMMENTS, '').trim()
    if (text[open] !== '{') {
      at = open + 1
      continue
    }
    const close = endOfBlock(text, open + 1, to)
    const inner = HOLDS_RULES.test(prelude)
      ? rulesIn(text, open + 1, close, depth + 1, KEYFRAMES.test(prelude) ? '@' : within)
      : [{ selector: within + prelude, declarations: readDeclarations(text, open + 1, close) }]
    for (const rule of inner) rules.push(rule)
    at = close + 1
  }
  return rules
}

function endOfBlock(text: string, from: number, to: number): number {
  let depth = 0
  for (let at = find(text, from, to, '{}'); at < to; at = find(text, at + 1, to, '{}')) {
    if (text[at] === '}' && depth === 0) return at
    depth += text[at] === '{' ? 1 : -1
  }
  return to
}

export type ColorText = { text: string; from: number; to: number }

const COLOR_FUNCTION = 'rgba?|hsla?|hwb|lab|lch|oklab|oklch'
/** A hexadecimal color, a function that is one, or a word: the caller reads it. Words that go on to a parenthesis are other functions. */
const COLOR = new RegExp(`#[\\da-f]{3,8}(?![\\w-])|(?:${COLOR_FUNCTION})\\([^()]{0,90}\\)|[a-z][\\w-]*(?![\\w-]|\\s*\\()`, 'iy')
const WORD_GOES_ON = /[\w#-]/

/** Returns everything in a value that may be a color, outside of strings and addresses. */
export function colorTexts(whole: string, from: number, to: number): ColorText[] {
  const found: ColorText[] = []
  const text = whole.slice(from, to)
  for (let at = 0; at < text.length; ) {
    const end = wholeAt(text, at, text.length)
    if (end > at) {
      at = end
      continue
    }
    COLOR.lastIndex = at
    const starts = at === 0 || !WORD_GOES_ON.test(text[at - 1] ?? '')
    const [color] = (starts && COLOR.exec(text)) || []
    if (color) found.push({ text: color, from: from + at, to: from + at + color.length })
    at += color?.length ?? 1
  }
  return found
}
