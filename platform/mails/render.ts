import type { ReactElement } from 'react'
import { loadMailLibrary } from './elements.tsx'
import type { Sender } from './layout.tsx'

/* html-to-text, which creates the text part, has no types. */
type Element = { children: unknown; attribs: { href?: string } }
type Builder = {
  openBlock(space: { leadingLineBreaks: number }): void
  addInline(text: string): void
  closeBlock(space: { trailingLineBreaks: number }): void
}

/** Puts a button on its own line, followed by its address. */
function buttonAsText(button: Element, walk: (children: unknown, builder: Builder) => void, builder: Builder): void {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(button.children, builder)
  builder.addInline(`: ${button.attribs.href ?? ''}`)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const TEXT = {
  formatters: { button: buttonAsText },
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', options: { linkBrackets: ['(', ')'] } },
    { selector: 'a.button', format: 'button' }
  ]
}

/** Renders an email's HTML body and its plain text body. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await loadMailLibrary()
  const html = await render(element)
  return { html, text: toPlainText(html, TEXT).trim() }
}

/** A template with sample data, for the preview pages. Named after its file; a variant follows after a comma. */
export type MailSample = { name: string; mail(sender: Sender): Promise<{ subject: string; html: string; text: string }> }
