import type { FormatCallback, HtmlToTextOptions } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Sender } from './layout.tsx'

/** Puts a button on its own line, followed by its address. */
const buttonAsText: FormatCallback = (button, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(button.children, builder)
  builder.addInline(`: ${button.attribs.href ?? ''}`)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

const TEXT: HtmlToTextOptions = {
  wordwrap: false,
  formatters: { button: buttonAsText },
  selectors: [
    { selector: 'img', format: 'skip' },
    // The words that a list of emails shows beside the subject.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
    { selector: 'a.button', format: 'button' }
  ]
}

/** Renders an email's HTML body and its plain text body. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  // The first email loads it.
  const { convert } = await import('html-to-text')
  const html = `${DOCTYPE}${renderToStaticMarkup(element)}`
  return { html, text: convert(html, TEXT).trim() }
}

/** A template with sample data, for the preview pages. Named after its file; a variant follows after a comma. */
export type MailSample = { name: string; mail(sender: Sender): Promise<{ subject: string; html: string; text: string }> }
