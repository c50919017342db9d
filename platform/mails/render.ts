import { render, toPlainText } from '@react-email/components'
import type { ReactElement } from 'react'
import type { Sender } from './layout.tsx'

/* html-to-text, which writes the text part, comes without types. */
type Element = { children: unknown; attribs: { href?: string } }
type Builder = {
  openBlock(space: { leadingLineBreaks: number }): void
  addInline(text: string): void
  closeBlock(space: { trailingLineBreaks: number }): void
}

/** A button stands on its own line, its address behind it. */
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

/** A mail's two bodies: for people who read it designed, and for those who read text. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(element)
  return { html, text: toPlainText(html, TEXT).trim() }
}

/** A template with facts made up, for looking at it. It is named as its file; a case of it stands behind a comma. */
export type MailSample = { name: string; mail(sender: Sender): Promise<{ subject: string; html: string; text: string }> }
