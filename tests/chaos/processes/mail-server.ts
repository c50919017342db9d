import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

const SLOW_MS = 300

/** 'lost': accepts the mail, and the connection breaks before the answer. */
export type MailFault = 'none' | 'away' | 'slow' | 'lost'
export type Arrived = { to: string; text: string }
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Plays the mail server. It stores what it accepts. */
export async function startMailServer() {
  const arrived: Arrived[] = []
  let fault: MailFault = 'none'
  const open = new Set<SMTPServer>()
  let server = await listen(0)
  const { port } = server.server.address() as AddressInfo

  async function listen(at: number): Promise<SMTPServer> {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (_session, done) => done(fault === 'away' ? Object.assign(new Error('Not now'), { responseCode: 421 }) : null),
      onData: (stream, { envelope }, done) => {
        void receive(stream, envelope.rcptTo[0]?.address ?? '').then(() => done(), done)
      }
    })
    made.on('error', () => {})
    await new Promise<void>((resolve, reject) => {
      made.server.once('error', reject)
      made.listen(at, '127.0.0.1', () => resolve())
    })
    open.add(made)
    return made
  }

  async function receive(stream: SMTPServerDataStream, to: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    if (fault === 'slow') await wait(SLOW_MS)
    if (fault === 'away') throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    arrived.push({ to, text: plainText(Buffer.concat(chunks).toString()) })
    if (fault === 'lost') throw Object.assign(new Error('Connection lost'), { responseCode: 421 })
  }

  async function close(): Promise<void> {
    await new Promise<void>((resolve) => server.close(() => resolve()))
    open.delete(server)
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    set: async (next: MailFault): Promise<void> => {
      const isBack = fault === 'away' && next !== 'away'
      if (next === 'away' && fault !== 'away') await close()
      fault = next
      if (isBack) server = await listen(port)
    },
    close
  }
}

/** Undoes the line breaks and the '=3D' of quoted-printable. */
const plainText = (raw: string): string =>
  raw.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
