import type { FastifyReply } from 'fastify'
import { type Html, html } from '#platform/server/http/html.ts'

const STYLE = `
:root{color-scheme:light dark;--ground:#f6f4ef;--surface:#fff;--ink:#0d1b20;--quiet:#55646b;--line:#0d1b201f;--link:#006f8a}
@media(prefers-color-scheme:dark){:root{--ground:#0d1417;--surface:#141d21;--ink:#eef3f4;--quiet:#9fb0b6;--line:#eef3f429;--link:#48cae4}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:1040px;margin:0 auto;padding:32px 16px 72px}h1{font-size:28px;line-height:1.15;margin:0 0 8px}h2{font-size:21px;margin:40px 0 8px}
a{color:var(--link)}p,.quiet{color:var(--quiet)}.list{background:var(--surface);border:1px solid var(--line);border-radius:10px;overflow:hidden}
.row{display:block;padding:12px 16px;border-top:1px solid var(--line);color:inherit;text-decoration:none}.row:first-child{border-top:0}.row:hover{background:var(--ground)}
summary{cursor:pointer}code,pre{font:13px/1.5 ui-monospace,monospace}pre{overflow:auto;white-space:pre-wrap;background:var(--ground);border-radius:4px;padding:12px;max-height:420px}
.verb{display:inline-block;min-width:64px;font-weight:600}[hidden]{display:none!important}.call{scroll-margin-top:16px}.details{padding-top:8px}.tags{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;padding:0}
label{display:block;margin:8px 0}input{display:block;width:100%;max-width:480px;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--quiet);border-radius:10px}
button{min-height:44px;padding:0 16px;font:inherit;font-weight:600;color:inherit;background:var(--surface);border:1px solid var(--quiet);border-radius:10px;cursor:pointer}button:disabled{opacity:.6}
summary{min-height:24px;padding:4px 0}dl{margin:0}dd{margin:0 0 12px}.good{color:#15803d}.bad{color:#b91c1c}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media(prefers-color-scheme:dark){.good{color:#4ade80}.bad{color:#fca5a5}}iframe{width:100%;height:75vh;border:1px solid var(--line);border-radius:10px;background:#fff}`

/** Sends a developer page outside the product's own pages. It has no scripts, unless `policy` adds to the content security policy. */
export function sendPlainPage(reply: FastifyReply, title: string, body: Html, policy = '') {
  const page =
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><meta name="robots" content="noindex"><style>`.text
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'${policy}`
    )
    .type('text/html; charset=utf-8')
    .send(`${page}${STYLE}</style></head><body>${html`<main><h1>${title}</h1>${body}</main>`.text}</body></html>`)
}

/** Shows an email in a frame of the given CSS width. Its links replace the whole page. */
export const mailFrame = (src: string, title: string, width = '100%'): Html =>
  html`<iframe src="${src}" title="${title}" style="width:${width}" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`

/** Sends an email's markup for such a frame. */
export function sendMailMarkup(reply: FastifyReply, markup: string) {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; frame-ancestors 'self'; base-uri 'none'"
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .type('text/html; charset=utf-8')
    .send(markup.replace(/<head([^>]*)>/i, '<head$1><base target="_top">'))
}
