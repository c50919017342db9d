import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

export type Proxy = Awaited<ReturnType<typeof startProxy>>

/** Stands between the product and a server, and cuts the connections on command: some in the middle of a call or of its answer. */
export async function startProxy(target: () => number) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = createConnection({ port: target(), host: '127.0.0.1' })
    for (const [socket, other] of [
      [near, far],
      [far, near]
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut: (): void => {
      for (const socket of sockets) socket.destroy()
    },
    close: (): void => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}
