import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { sendMailJob } from './mail.ts'

const MESSAGE = { to: 'ann@example.com', subject: 'Your code', html: '<p>1234567</p>', text: '1234567' }
const FROM = { name: 'Easel', address: 'no-reply@example.com' }

let server: SMTPServer
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

/** Starts a mail server that stores what it gets. */
async function mailServer(disabledCommands: string[]): Promise<{ smtp_url: string; stored: string[] }> {
  const stored: string[] = []
  server = new SMTPServer({
    authOptional: true,
    disabledCommands,
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        stored.push(text)
        done()
      })
    }
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return { smtp_url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, stored }
}

test('an email that must be encrypted is not sent to a server without STARTTLS', async () => {
  const { smtp_url, stored } = await mailServer(['STARTTLS', 'AUTH'])
  await expect(sendMailJob({ smtp_url, requires_tls: true, from: FROM }).run(MESSAGE as never)).rejects.toThrow(/STARTTLS|TLS/)
  expect(stored).toEqual([])
})

test('an email that must be encrypted is not sent to a server whose certificate no one signed', async () => {
  const { smtp_url, stored } = await mailServer(['AUTH'])
  await expect(sendMailJob({ smtp_url, requires_tls: true, from: FROM }).run(MESSAGE as never)).rejects.toThrow(/certificate/)
  expect(stored).toEqual([])
})

test('on this machine, an email is sent without encryption', async () => {
  const { smtp_url, stored } = await mailServer(['STARTTLS', 'AUTH'])
  await sendMailJob({ smtp_url, requires_tls: false, from: FROM }).run(MESSAGE as never)
  expect(stored).toEqual([expect.stringContaining('Subject: Your code')])
})
