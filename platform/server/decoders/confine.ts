import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export type Confinement = {
  /** Memory that the process may write to, in MB. The kernel enforces it on Linux. */
  memory_mb: number
  /** The longest file that the process may write, in MB. With 0 it cannot write to any file. */
  file_mb: number
  /** Processor time of the whole process. */
  cpu_seconds?: number
}

const run = promisify(execFile)
const PROBE_MS = 5000
/** In the order of preference: no network and no rights of an administrator, or at least no network. */
const WITHOUT_CAPABILITIES = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--']
const OWN_NAMESPACES = ['unshare', '--user', '--map-current-user', '--net', '--']
const ISOLATIONS: readonly (readonly string[])[] = [
  [...OWN_NAMESPACES, ...WITHOUT_CAPABILITIES],
  OWN_NAMESPACES,
  ['unshare', '--net', '--']
]

/**
 * No core files; when memory runs out, the kernel ends this process first; requests have priority over it; only the process that started it
 * ends it, not a signal to the whole group. `-f` counts blocks of 512 bytes.
 */
const LIMITED =
  'trap "" INT TERM HUP; ulimit -c 0; ulimit -f "$1"; ulimit -d "$2" 2>/dev/null; [ "$3" = 0 ] || ulimit -t "$3"; ' +
  '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null; shift 3; exec nice -n 5 "$@"'

let found: Promise<readonly string[]> | undefined

/** Returns the command that starts another command without network access, or nothing where the system allows none. */
export function isolation(): Promise<readonly string[]> {
  found ??= findIsolation()
  return found
}

async function findIsolation(): Promise<readonly string[]> {
  for (const [program = '', ...args] of ISOLATIONS) {
    const works = await run(program, [...args, 'true'], { timeout: PROBE_MS, env: bareEnvironment() }).then(
      () => true,
      () => false
    )
    if (works) return [program, ...args]
  }
  console.warn(JSON.stringify({ msg: 'decoders run without a network namespace: this system does not allow `unshare`' }))
  return []
}

/** All that a confined process gets to see of our environment. */
export const bareEnvironment = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '/usr/bin:/bin' })

/** Returns a command that runs `command` under limits and, where possible, without network. It replaces itself, so killing it kills the program. */
export async function confined(command: readonly string[], limits: Confinement): Promise<[program: string, ...args: string[]]> {
  const { memory_mb, file_mb, cpu_seconds = 0 } = limits
  const numbers = [file_mb * 2048, memory_mb * 1024, Math.ceil(cpu_seconds)].map(String)
  return ['/bin/sh', '-c', LIMITED, 'sh', ...numbers, ...(await isolation()), ...command]
}
