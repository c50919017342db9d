import { createHash } from 'node:crypto'

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'

/** Returns the Content-Security-Policy of a page. `scripts` are the sources of its inline scripts: a nonce, or the hashes of a cached page. */
export function pagePolicy(scripts: readonly string[], mode: string, url: string): string {
  const paying = url.startsWith('/pay/') || url.startsWith('/pricing')
  const dev = mode === 'development'
  return [
    `default-src 'self'`,
    `script-src ${["'self'", ...scripts, "'wasm-unsafe-eval'"].join(' ')}${paying ? ` ${PAYPAL}` : ''}${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:${paying ? ` ${PAYPAL}` : ''}`,
    `connect-src 'self'${paying ? ` ${PAYPAL}` : ''}${dev ? ' ws:' : ''}`,
    `frame-src ${paying ? PAYPAL : "'none'"}`,
    `font-src 'self'`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`
  ].join('; ')
}

/** A cached page cannot carry a nonce, because all visitors would share it. The scripts that were rendered with one are named by hash instead;
 *  an injected script has neither. */
export function hashedScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const inline = html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)
  const ours = [...inline].filter(([, attributes = '', text]) => attributes.includes(mark) && text)
  const hashes = ours.map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return { html: html.replaceAll(mark, ''), scripts: [...new Set(hashes)] }
}
