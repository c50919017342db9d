import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { rateOf } from './rate.ts'

/** Measures one process of nginx on a file. NaN without nginx. */
export async function nginxRate(root: string, path: string, load: Parameters<typeof rateOf>[2] = {}): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-nginx-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  // The files belong to the user of the benchmark.
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/errors; user ${userInfo().username};
events { worker_connections 256; }
http { access_log off; sendfile on; keepalive_requests 100000000; open_file_cache max=100;
  server { listen 127.0.0.1:${port}; root ${root}; expires 1y; } }`
  )
  const nginx = spawn('nginx', ['-c', config], { stdio: 'ignore', env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` } })
  try {
    const isMissing = await Promise.race([once(nginx, 'error').then(() => true), wait(1000, false)])
    return isMissing ? Number.NaN : (await rateOf(`http://127.0.0.1:${port}`, [path], load)).per_second
  } finally {
    nginx.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
