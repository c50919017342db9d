/** HTML that is safe to insert without escaping. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | Markup[] | undefined | false

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function rendered(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(rendered).join('')
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** Escapes every value that is not already markup. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.map((text, index) => text + rendered(parts[index])).join(''))
}

const STYLE = `
  :root {
    color-scheme: light dark;
    --ground: light-dark(#f6f4ef, #0d1417); --surface: light-dark(#fff, #141d21);
    --ink: light-dark(#0d1b20, #eef3f4); --quiet: light-dark(#55646b, #9fb0b6);
    --line: light-dark(rgb(13 27 32 / 12%), rgb(238 243 244 / 16%));
    --warn: light-dark(#8a5a00, #e5b567); --bad: light-dark(#b3261e, #ffb4ab);
  }
  * { box-sizing: border-box; margin: 0 }
  body {
    min-height: 100dvh; display: grid; align-items: start; justify-items: center; padding: clamp(16px, 8vh, 72px) 16px 32px;
    background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
  }
  main { width: min(100%, 440px) }
  .notice { display: flex; gap: 8px; align-items: center; margin-bottom: 16px; color: var(--warn); font-weight: 600 }
  .notice::before { content: ''; flex: none; width: 10px; height: 10px; border-radius: 50%; background: currentColor }
  .sheet { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 24px }
  h1 { font-size: 21px; line-height: 1.15; overflow-wrap: anywhere }
  .quiet { color: var(--quiet) }
  dl { margin: 24px 0 16px; border-top: 1px solid var(--line) }
  .row { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--line) }
  dt { overflow-wrap: anywhere }
  dd { flex: none; font-variant-numeric: tabular-nums }
  .total { align-items: baseline; font-weight: 650 }
  .total dd { font-size: 28px; line-height: 1.15 }
  form { display: grid; gap: 12px; margin-top: 24px }
  button, a.button {
    display: block; width: 100%; min-height: 48px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 4px; background: none;
    color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  }
  button.main, a.main { background: #00b4d8; border-color: #00b4d8; color: #0d1b20 }
  button.bad { color: var(--bad) }
  :focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
  footer { margin-top: 16px; color: var(--quiet); font-size: 13px; overflow-wrap: anywhere }
`

export function page(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · PayPal sandbox</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>
<p class="notice">PayPal sandbox: no real money moves</p>
${content}
</main>
</body>
</html>
`.text
}
