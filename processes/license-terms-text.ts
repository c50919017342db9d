import { LICENSE_TERMS } from '#help/web/legal/texts/license-terms.ts'
import { LICENSE_LIMITS, LICENSE_NAMES, LICENSE_TYPES, limitsLine } from '#licensing/rules.ts'

type Site = { brand_name: string; support_email: string; public_url: string }

/** Writes the license terms as plain text, for people who read them without a browser. */
export function licenseTermsText({ brand_name, support_email, public_url }: Site): string {
  const { title, intro, updated, path, sections } = LICENSE_TERMS
  const limits = LICENSE_TYPES.map(
    (type) => `${LICENSE_NAMES[type]}: ${limitsLine(type)}, ${LICENSE_LIMITS[type].file_copies} stored copies`
  )
  const head = [title, `Version ${updated}. ${public_url}${path}`, VERSION_NOTE, intro, limits.join('\n')]
  const body = sections.flatMap((section) => [section.title, ...section.body.map(blockText)])
  const text = [...head, ...body].join('\n\n').replaceAll('{brand_name}', brand_name).replaceAll('{support_email}', support_email)
  return `${text.replace(LINK, '$1').replaceAll('\n', '\r\n')}\r\n`
}

/** A label and its address, as the pages write a link. The label says where it leads. */
const LINK = /\[([^\]]+)\]\([^)]+\)/g
const VERSION_NOTE =
  'Each license keeps the version of the terms under which it was granted. Its certificate names that version and its limits.'

const blockText = (block: string | readonly string[]): string =>
  typeof block === 'string' ? block : block.map((line) => `- ${line}`).join('\n')
