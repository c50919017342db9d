import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type MailServer = {
  smtp_url: string
  /** The emails it accepted, in order. */
  stored: string[]
  /** How many emails it has read but not accepted yet. */
  held(): number
  /** Accepts what `holds` holds. */
  release(): void
  close(): Promise<void>
}

type Options = SMTPServerOptions & {
  /** Which emails are read but not accepted until `release`. */
  holds?(text: string): boolean
  onStored?(text: string): void
  /** A free one unless set. */
  port?: number
}

/** Starts a mail server on loopback that keeps what it gets. */
export async function startMailServer({
  holds = () => false,
  onStored = () => {},
  port = 0,
  ...options
}: Options = {}): Promise<MailServer> {
  const stored: string[] = []
  const held: (() => void)[] = []
  let isReleased = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        const accept = () => {
          stored.push(text)
          onStored(text)
          done()
        }
        if (!isReleased && holds(text)) held.push(accept)
        else accept()
      })
    },
    ...options
  })
  // A client that is cut off is no failure of the test.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  return {
    smtp_url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stored,
    held: () => held.length,
    release: () => {
      isReleased = true
      for (const accept of held.splice(0)) accept()
    },
    close: () => new Promise((resolve) => server.close(() => resolve()))
  }
}
