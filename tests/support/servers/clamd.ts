import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { openScanner } from '#platform/server/index.ts'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { hasPrograms } from '../programs.ts'

const READY_MS = 60_000
/** The EICAR test file's MD5 and length, as a signature database. Tests load no other signatures. */
const SIGNATURE = '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n'

/** Returns whether clamd is installed; see `hasPrograms`. */
export const hasClamd = (): boolean => hasPrograms('clamd')

/** Starts a real clamd (Debian and Ubuntu: clamav-daemon) with one signature. */
export async function startClamd() {
  const folder = mkdtempSync(join(tmpdir(), 'easel-clamd-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(join(folder, 'eicar.hdb'), SIGNATURE)
  writeFileSync(
    join(folder, 'clamd.conf'),
    `DatabaseDirectory ${folder}\nTCPSocket ${port}\nTCPAddr 127.0.0.1\nForeground yes\nUser root\n`
  )
  const daemon = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
  })
  const stop = async () => {
    if (daemon.exitCode === null) {
      daemon.kill('SIGKILL')
      await once(daemon, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `tcp://127.0.0.1:${port}`
  const scanner = openScanner(url, { onError: () => {} })
  const deadline = Date.now() + READY_MS
  while ((await scanner.scan(() => Readable.from([Buffer.from('ready?')]))).scan_state !== 'clean') {
    if (Date.now() > deadline || daemon.exitCode !== null) {
      await stop()
      throw new Error('clamd did not start.')
    }
    await wait(250)
  }
  return { url, stop }
}
