/** The parts of a pasted notice that were found. Real notices are letters, so each part may be missing. */
export type SplitNotice = Partial<Record<'name' | 'email' | 'address' | 'work' | 'work_url' | 'signature', string>> & {
  good_faith?: boolean
  accuracy?: boolean
}

const MAX_CHARACTERS = 20_000
const EMAIL = /[^\s@<>()[\],;:"]{1,64}@[^\s@<>()[\],;:"]{1,189}\.[a-z]{2,24}/i
const URL = /https?:\/\/[^\s<>"')\]]{3,1000}/g
const SIGNED = /^\s*\/s\/?\s*([^\n/]{2,100}?)\s*\/?\s*$/im

/** Labels as they stand at the beginning of a line in notices, and the fields that they introduce. */
const LABELS: readonly (readonly [keyof SplitNotice, RegExp])[] = [
  ['name', /^(?:full |legal |complainant'?s? |claimant'?s? |copyright owner'?s? |your )?name$/],
  ['address', /^(?:mailing |postal |street |physical |full )?address$/],
  ['work', /^(?:copyrighted work|original work|description of (?:the )?(?:copyrighted )?work|work claimed|(?:the )?infringed work|work)$/],
  ['signature', /^(?:electronic |physical |digital )?signature$/]
]

/**
 * Splits a pasted notice into the fields of the form, where it can be: labeled lines ("Name: …", with what follows until the next
 * label or an empty line), the first email address, the first web address that is not on this site, "/s/ Name", and the two statements.
 */
export function splitNotice(pasted: string, site: string): SplitNotice {
  const text = pasted.slice(0, MAX_CHARACTERS).replaceAll('\r\n', '\n').replaceAll('’', "'")
  const labeled = labeledParts(text)
  const email = EMAIL.exec(text)?.[0]
  const work_url = [...text.matchAll(URL)].map(([url]) => url.replace(/[.,;]+$/, '')).find((url) => !url.startsWith(site))
  const signature = labeled.signature?.replace(/^\/s\/?\s*/i, '').replace(/\s*\/$/, '') ?? SIGNED.exec(text)?.[1]
  return {
    ...labeled,
    ...(email && { email: email.toLowerCase() }),
    ...(work_url && { work_url }),
    ...(signature && { signature }),
    ...(/good[\s-]faith/i.test(text) && { good_faith: true }),
    ...(/penalty\s+of\s+perjury/i.test(text) && /accurate/i.test(text) && { accuracy: true })
  }
}

function labeledParts(text: string): Partial<Record<'name' | 'address' | 'work' | 'signature', string>> {
  const found: Record<string, string[]> = {}
  let current: string | undefined
  for (const line of text.split('\n')) {
    const [, label = '', rest = ''] = /^\s*(?:[\d.)*-]+\s*)?([A-Za-z' ]{3,40}?)\s*:(?=\s|$)\s*(.*)$/.exec(line) ?? []
    if (label) current = fieldOf(label)
    else if (line.trim() === '') current = undefined
    const part = (label ? rest : line).trim()
    if (current && part) found[current] = [...(found[current] ?? []), part]
  }
  return Object.fromEntries(Object.entries(found).map(([field, lines]) => [field, lines.join('\n')]))
}

function fieldOf(label: string): string | undefined {
  const words = label.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  return LABELS.find(([, pattern]) => pattern.test(words))?.[0]
}
