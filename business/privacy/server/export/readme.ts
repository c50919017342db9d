import type { Ctx, PersonOfData } from '#platform/server/index.ts'

/** What the ZIP holds, for the person who opens it. */
export function readmeOf({ now, ports }: Ctx, { email }: PersonOfData, tables: readonly { name: string; rows: number }[]): string {
  const { brand_name, public_url, support_email } = ports.settings
  return [
    `Your data at ${brand_name}`,
    '',
    `This is everything that ${brand_name} stored about ${email} on ${now.toISOString()}.`,
    '',
    'data/   Each list as JSON and as CSV for spreadsheets:',
    ...tables.map(({ name, rows }) => `          ${name} (${rows} ${rows === 1 ? 'row' : 'rows'})`),
    ...(tables.length === 0 ? ['          nothing is stored'] : []),
    'files/  The files that you uploaded.',
    '',
    'Times are in UTC. Amounts in columns that end in _cents are US cents. Other people are named by an id only.',
    'Left out: passwords, secret links, and decisions of our staff, which our audit log holds.',
    '',
    `How long we keep what: ${public_url}/privacy`,
    `Questions: ${support_email}`,
    ''
  ].join('\r\n')
}
