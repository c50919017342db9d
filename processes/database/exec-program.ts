import { type SpawnOptions, spawn } from 'node:child_process'

export type Outcome = { code: number; output: string }

/** Runs a program and returns its exit code and output. A program may leave a server running in the background; see `exit` below. */
export function execProgram(program: string, words: string[], options: SpawnOptions = {}): Promise<Outcome> {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    // `exit` and not `close`: a server started by pg_ctl keeps the pipes open while it runs.
    child.once('exit', (code) => setImmediate(() => resolve({ code: code ?? 1, output: output.trim() })))
  })
}
