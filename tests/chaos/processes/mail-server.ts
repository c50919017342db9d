import { setTimeout as wait } from 'node:timers/promises'
import type { SMTPServerDataStream } from 'smtp-server'
import { type MailServer as Listening, startMailServer as listenForMail } from '#tests/support/servers/mail-server.ts'

const SLOW_MS = 300

/** 'lost': accepts the mail, and the connection breaks before the answer. */
export type MailFault = 'none' | 'away' | 'slow' | 'lost'
export type Arrived = { to: string; text: string }

/** Plays the mail server. It stores what it accepts. */
export async function startMailServer() {
  const arrived: Arrived[] = []
  let fault: MailFault = 'none'
  let server = await listen()
  const { smtp_url: url } = server

  function listen(port = 0): Promise<Listening> {
    return listenForMail({
      port,
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (_session, done) => done(fault === 'away' ? Object.assign(new Error('Not now'), { responseCode: 421 }) : null),
      onData: (stream, { envelope }, done) => {
        void receive(stream, envelope.rcptTo[0]?.address ?? '').then(() => done(), done)
      }
    })
  }

  async function receive(stream: SMTPServerDataStream, to: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    if (fault === 'slow') await wait(SLOW_MS)
    if (fault === 'away') throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    arrived.push({ to, text: plainText(Buffer.concat(chunks).toString()) })
    if (fault === 'lost') throw Object.assign(new Error('Connection lost'), { responseCode: 421 })
  }

  return {
    url,
    arrived,
    set: async (next: MailFault): Promise<void> => {
      const isBack = fault === 'away' && next !== 'away'
      if (next === 'away' && fault !== 'away') await server.close()
      fault = next
      if (isBack) server = await listen(Number(new URL(url).port))
    },
    close: () => server.close()
  }
}

/** Undoes the line breaks and the '=3D' of quoted-printable. */
const plainText = (raw: string): string =>
  raw.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
