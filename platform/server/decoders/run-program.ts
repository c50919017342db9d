import { execFile } from 'node:child_process'
import { currentLog } from '../log/log.ts'
import { bareEnvironment, type Confinement, confined } from './confine.ts'
import { DecoderEnded } from './decoder-process.ts'

export type ProgramLimits = Confinement & {
  /** Its working folder, home, and place for temporary files. Where the system allows it, the only place where it can write. */
  folder: string
  limit_ms: number
}

/** Runs an installed program once under the limits of a decoder and returns its output. Rejects with DecoderEnded, or with an Error if the program reports a failure. */
export async function runProgram(command: readonly string[], { limit_ms, ...limits }: ProgramLimits): Promise<string> {
  const { folder } = limits
  const [program, ...args] = await confined(command, limits)
  const env = { ...bareEnvironment(), TMPDIR: folder, HOME: folder }
  const options = { timeout: limit_ms, killSignal: 'SIGKILL', cwd: folder, env } as const
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, output) => {
      if (!error) return resolve(output)
      const failure = error.signal ? new DecoderEnded('too_long', error.signal) : new Error(`A program failed with code ${error.code}.`)
      currentLog().warn({ err: failure, program: command[0] }, 'a program that draws a file failed')
      reject(failure)
    })
    // The exit says what happened.
    child.stdin?.on('error', () => {}).end()
  })
}
