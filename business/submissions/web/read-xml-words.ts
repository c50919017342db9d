import type { Words } from './embedded-words.ts'

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** The words of an XMP packet, wherever it stands in the bytes. */
export function readXmp(bytes: Uint8Array): Partial<Words> {
  const text = new TextDecoder('latin1').decode(bytes)
  const start = text.indexOf('<x:xmpmeta')
  const end = text.indexOf('</x:xmpmeta>', start)
  if (start < 0 || end < 0) return {}
  const packet = parse(new TextDecoder().decode(bytes.subarray(start, end + '</x:xmpmeta>'.length)), 'text/xml')
  return packet ? dublinCore(packet) : {}
}

/** The title and description that stand at the root of a drawing, else what its metadata says. Nothing of it is drawn or run. */
export function readSvg(text: string): Partial<Words> & { width?: number; height?: number } {
  const root = parse(text, 'image/svg+xml')?.documentElement
  if (!root) return {}
  const child = (name: string) => [...root.children].find(({ localName }) => localName === name)?.textContent?.trim() || undefined
  const said = dublinCore(root)
  return { ...said, ...drop({ title: child('title') ?? said.title, description: child('desc') ?? said.description }), ...sizeOf(root) }
}

function parse(text: string, type: 'text/xml' | 'image/svg+xml'): Document | undefined {
  const parsed = new DOMParser().parseFromString(text, type)
  return parsed.getElementsByTagName('parsererror').length > 0 ? undefined : parsed
}

function dublinCore(inside: Document | Element): Partial<Words> {
  const [title, description, tags] = ['title', 'description', 'subject'].map((name) => {
    const element = inside.getElementsByTagNameNS(DUBLIN_CORE, name)[0]
    const items = [...(element?.getElementsByTagNameNS(RDF, 'li') ?? [])]
    return (items.length > 0 ? items : element ? [element] : []).map(({ textContent }) => textContent?.trim() ?? '').filter(Boolean)
  })
  return drop({
    title: title![0],
    description: description![0],
    tags: tags!.length > 0 ? tags!.flatMap((tag) => tag.split(/[,;]/)) : undefined
  })
}

function sizeOf(root: Element): { width?: number; height?: number } {
  const [, , boxWidth, boxHeight] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const width = boxWidth || Number.parseFloat(root.getAttribute('width') ?? '')
  const height = boxHeight || Number.parseFloat(root.getAttribute('height') ?? '')
  return width > 0 && height > 0 ? { width, height } : {}
}

type Kept<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }
const drop = <T extends object>(words: T): Kept<T> =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)) as Kept<T>
