import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Whether a server could listen on the port now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

/** Below the ports that systems hand out to connections (Linux starts at 32768), and above those that browsers refuse to open. */
const FREE_PORTS = { from: 11_000, to: 32_000 }

/**
 * A port that stays free until a server opens it: any connection may take one that the system itself would choose, such as the
 * ones that the same process opens to its database meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(FREE_PORTS.from, FREE_PORTS.to)
  return (await isFree(port)) ? port : freePort()
}
