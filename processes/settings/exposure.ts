import { isIPv4 } from 'node:net'

type Place = { production: boolean; host: string; public_url: string }

/** Why strangers can reach this installation, as a clause. Undefined: only people on this machine can. */
export function whyExposed({ production, host, public_url }: Place): string | undefined {
  if (production) return 'NODE_ENV is production'
  if (!isLocal(host)) return `HOST is ${host}`
  if (!isLocal(new URL(public_url).hostname)) return `PUBLIC_URL is ${public_url}`
  return undefined
}

/** Whether a host name or address always means this machine. */
export function isLocal(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** Returns a line for each setting without which this installation would be open to strangers. */
export function unfitForStrangers(settings: Place & { smtp_url: string | undefined }): string[] {
  const why = whyExposed(settings)
  if (!why) return []
  const lines: string[] = []
  if (!settings.smtp_url)
    lines.push(
      `SMTP_URL is missing: ${why}, so strangers could read every email in the built-in mailbox. Set SMTP_URL to your mail server, for example smtp://user:password@mail.example.com:587.`
    )
  if (settings.production && settings.public_url.startsWith('http:') && !isLocal(new URL(settings.public_url).hostname))
    lines.push(`PUBLIC_URL is "${settings.public_url}": in production, set its https address.`)
  return lines
}
