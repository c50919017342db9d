import { createServer, request } from 'node:http'

export type RoundRobin = {
  url: string
  /** How many requests each target has answered. */
  served: number[]
  /** Sends requests to these addresses in turn from now on. */
  to(targets: readonly string[]): void
  close(): void
}

/** Passes each request on to the next of several app processes, as a load balancer without sticky sessions does. */
export async function roundRobin(port: number): Promise<RoundRobin> {
  const served: number[] = []
  let targets: readonly string[] = []
  let next = 0
  const server = createServer((asked, answer) => {
    const place = next
    next = (next + 1) % targets.length
    served[place] = (served[place] ?? 0) + 1
    const { hostname, port: target } = new URL(targets[place] ?? '')
    const { url: path, method, headers } = asked
    const passed = request({ hostname, port: target, path, method, headers }, (body) => {
      answer.writeHead(body.statusCode ?? 502, body.headers)
      body.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    url: `http://localhost:${port}`,
    served,
    to: (chosen) => {
      targets = chosen
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
