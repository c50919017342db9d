import type { Settings } from '../settings/settings.ts'

const PEOPLE = ['admin', 'artist', 'client', 'subscriber']

/** The lines that `npm start` prints once the product is ready. */
export function startBanner(settings: Settings, { embedded }: { embedded: boolean }): string {
  const { public_url, demo, exposed, smtp_url, paypal } = settings
  const rows: [string, string][] = [['API', `${public_url}/api/docs`]]
  if (!exposed && smtp_url?.startsWith('smtp://127.0.0.1:')) rows.push(['Mail', `${public_url}/dev/mailbox`])
  if (paypal.is_sandbox && !exposed) rows.push(['PayPal', `${paypal.base_url} (sandbox, play money)`])
  if (demo) rows.push(['Accounts', `${PEOPLE.map((name) => `${name}@easel.test`).join('  ')}`], ['Password', 'easel-demo'])
  if (embedded) rows.push(['Database', 'run `npm run --silent db:url` to print its address'])
  const lines = rows.map(([name, value]) => `  ${name.padEnd(10)}${value}`)
  return ['', `  ${settings.brand_name} is ready: ${public_url}`, '', ...lines, '', '  Press Ctrl-C to stop.', ''].join('\n')
}
