import { afterEach, expect, test, vi } from 'vitest'
import { type MailServer, startMailServer } from '#tests/support/servers/mail-server.ts'
import { NOT_STOPPING } from '../jobs/jobs.ts'
import { sendMailJobs } from './send-mail.job.ts'

const MESSAGE = { to: 'ann@example.com', subject: 'Your code', html: '<p>1234567</p>', text: '1234567' }
const FROM = { name: 'Easel', address: 'no-reply@example.com' }

let server: MailServer
afterEach(() => server.close())

/** Sends the message as the job does. */
async function send(requires_tls: boolean): Promise<void> {
  const { handlers, close } = sendMailJobs({ smtp_url: server.smtp_url, requires_tls, from: FROM })
  await handlers[0]!.run(MESSAGE as never, NOT_STOPPING).finally(close)
}

test('an email that must be encrypted is not sent to a server without STARTTLS', async () => {
  server = await startMailServer()
  await expect(send(true)).rejects.toThrow(/STARTTLS|TLS/)
  expect(server.stored).toEqual([])
})

test('an email that must be encrypted is not sent to a server whose certificate no one signed', async () => {
  server = await startMailServer({ disabledCommands: ['AUTH'] })
  await expect(send(true)).rejects.toThrow(/certificate/)
  expect(server.stored).toEqual([])
})

test('on this machine, an email is sent without encryption', async () => {
  server = await startMailServer()
  await send(false)
  expect(server.stored).toEqual([expect.stringContaining('Subject: Your code')])
})

test('an email that people agreed to has the headers with which one click withdraws it (RFC 8058)', async () => {
  server = await startMailServer()
  const { handlers, close } = sendMailJobs({ smtp_url: server.smtp_url, requires_tls: false, from: FROM })
  const unsubscribe_url = `https://easel.example/unsubscribe/${'t'.repeat(64)}`
  await handlers[1]!.run({ ...MESSAGE, unsubscribe_url } as never, NOT_STOPPING).finally(close)
  const unfolded = server.stored[0]!.replace(/\r?\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(new RegExp(`^List-Unsubscribe: <${unsubscribe_url}>\r?$`, 'm'))
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
})

test('if the library could not be loaded, the next attempt loads it', async () => {
  server = await startMailServer()
  vi.doMock('nodemailer', () => {
    throw new Error('too many open files')
  })
  const { handlers, close } = sendMailJobs({ smtp_url: server.smtp_url, requires_tls: false, from: FROM })
  const attempt = () => handlers[0]!.run(MESSAGE as never, NOT_STOPPING)
  await expect(attempt()).rejects.toThrow()
  vi.doUnmock('nodemailer')
  await attempt().finally(close)
  expect(server.stored).toHaveLength(1)
})

test('after two first emails at once, no connection stays open', async () => {
  let open = 0
  server = await startMailServer({
    onConnect: (_session, done) => {
      open += 1
      done()
    },
    onClose: () => {
      open -= 1
    }
  })
  const { handlers, close } = sendMailJobs({ smtp_url: server.smtp_url, requires_tls: false, from: FROM })
  const attempt = () => handlers[0]!.run(MESSAGE as never, NOT_STOPPING)
  await Promise.all([attempt(), attempt()])
  expect(open).toBeGreaterThan(0)
  close()
  await expect.poll(() => open).toBe(0)
  expect(server.stored).toHaveLength(2)
})
