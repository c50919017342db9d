import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

const MAX_MESSAGE_BYTES = 50 * 1024 * 1024

export type Mailbox = { url: string; close(): Promise<void> }

/** Starts an SMTP server on loopback that stores every message in the database. A message it accepts is stored. */
export async function startMailbox(pool: pg.Pool): Promise<Mailbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    onData: (stream, session, done) => {
      store(pool, stream, session).then(() => done(), done)
    }
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function store(pool: pg.Pool, stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw Object.assign(new Error('The message is too large.'), { responseCode: 552 })
  await pool.query('insert into platform.mailbox_message (mail_from, rcpt_to, raw) values ($1, $2, $3)', [
    envelope.mailFrom ? envelope.mailFrom.address : '',
    envelope.rcptTo.map(({ address }) => address),
    Buffer.concat(chunks)
  ])
}
