import { render, toPlainText } from '@react-email/components'
import type { ReactElement } from 'react'

/** A mail's two bodies: for people who read it designed, and for those who read text. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(element)
  return { html, text: toPlainText(html) }
}
