import type { EmbeddedWords } from './suggest-words.ts'

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** Reads the metadata of an XMP packet anywhere in the bytes. */
export function readXmp(bytes: Uint8Array): Partial<EmbeddedWords> {
  const text = new TextDecoder('latin1').decode(bytes)
  const start = text.indexOf('<x:xmpmeta')
  const end = text.indexOf('</x:xmpmeta>', start)
  if (start < 0 || end < 0) return {}
  const packet = parse(new TextDecoder().decode(bytes.subarray(start, end + '</x:xmpmeta>'.length)), 'text/xml')
  return packet ? dublinCore(packet) : {}
}

/** Reads title and description of an SVG from its root element or its metadata. Nothing is drawn or run. */
export function readSvg(text: string): Partial<EmbeddedWords> & { width?: number; height?: number } {
  const root = parse(text, 'image/svg+xml')?.documentElement
  if (!root) return {}
  const child = (name: string) => [...root.children].find(({ localName }) => localName === name)?.textContent?.trim() || undefined
  const metadata = dublinCore(root)
  return {
    ...metadata,
    ...drop({ title: child('title') ?? metadata.title, description: child('desc') ?? metadata.description }),
    ...sizeOf(root)
  }
}

function parse(text: string, type: 'text/xml' | 'image/svg+xml'): Document | undefined {
  const parsed = new DOMParser().parseFromString(text, type)
  return parsed.getElementsByTagName('parsererror').length > 0 ? undefined : parsed
}

function dublinCore(inside: Document | Element): Partial<EmbeddedWords> {
  const read = (name: string): string[] => {
    const [element] = inside.getElementsByTagNameNS(DUBLIN_CORE, name)
    const items = [...(element?.getElementsByTagNameNS(RDF, 'li') ?? [])]
    return (items.length > 0 ? items : element ? [element] : []).map(({ textContent }) => textContent?.trim() ?? '').filter(Boolean)
  }
  const tags = read('subject').flatMap((tag) => tag.split(/[,;]/))
  return drop({ title: read('title')[0], description: read('description')[0], tags: tags.length > 0 ? tags : undefined })
}

function sizeOf(root: Element): { width?: number; height?: number } {
  const [, , boxWidth, boxHeight] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const width = boxWidth || Number.parseFloat(root.getAttribute('width') ?? '')
  const height = boxHeight || Number.parseFloat(root.getAttribute('height') ?? '')
  return width > 0 && height > 0 ? { width, height } : {}
}

/** Leaves out fields that are undefined. */
function drop({ title, description, tags }: { [Key in keyof EmbeddedWords]?: EmbeddedWords[Key] | undefined }): Partial<EmbeddedWords> {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }), ...(tags && { tags }) }
}
