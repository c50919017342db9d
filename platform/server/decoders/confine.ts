import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { currentLog } from '../log/log.ts'

export type Confinement = {
  /** Memory that the process may write to, in MB. The kernel enforces it on Linux. */
  memory_mb: number
  /** The longest file that the process may write, in MB. With 0 it cannot write to any file. */
  file_mb: number
  /** Processor time of the whole process. */
  cpu_seconds?: number
  /** The only folder with files to write. */
  folder?: string
  /** Set if nobody waits for the result: it then runs on one core at most, and only when nothing else wants that core. */
  is_background?: boolean
}

/** How far processes stand back: requests run at 0. At 10, a busy core leaves a process about a tenth of its time. */
const NICE = { usual: 5, background: 10 } as const

const run = promisify(execFile)
const PROBE_MS = 5000
const WITHOUT_CAPABILITIES = ['setpriv', '--no-new-privs', '--ambient-caps=-all', '--inh-caps=-all', '--bounding-set=-all', '--']
const OWN_USERS = ['--user', '--map-current-user', '--keep-caps']
/** Makes every file system read-only for this process, except the folder in the first argument if there is one; then runs the other arguments. */
const READ_ONLY = [
  '/bin/sh',
  '-c',
  'mount -o remount,bind,ro / || exit 126; while read -r _ _ _ _ point options _; do case $options in ro | ro,*) continue ;; esac; ' +
    'mount -o "remount,bind,$options,ro" "$(printf %b "$point")" 2>/dev/null; done < /proc/self/mountinfo; ' +
    '[ -z "$1" ] || { mount --bind "$1" "$1" && mount -o remount,bind,rw "$1"; } || exit 126; shift; exec "$@"',
  'sh'
]

type Isolation = (folder: string) => readonly string[]

/** The best first: without network, without writable files, and without rights of an administrator; or at least without network. */
const ISOLATIONS: readonly Isolation[] = [
  (folder) => ['unshare', ...OWN_USERS, '--mount', '--net', '--', ...READ_ONLY, folder, ...WITHOUT_CAPABILITIES],
  (folder) => ['unshare', '--mount', '--net', '--', ...READ_ONLY, folder, ...WITHOUT_CAPABILITIES],
  () => ['unshare', ...OWN_USERS, '--net', '--', ...WITHOUT_CAPABILITIES],
  () => ['unshare', '--net', '--']
]
const NOT_ISOLATED: Isolation = () => []

/**
 * No core files; when memory runs out, the kernel ends this process first; requests have priority over it; only the process that started it
 * ends it, not a signal to the whole group. `-f` counts blocks of 512 bytes.
 */
const LIMITED =
  'trap "" INT TERM HUP; ulimit -c 0; ulimit -f "$1"; ulimit -d "$2" 2>/dev/null; [ "$3" = 0 ] || ulimit -t "$3"; ' +
  'nice=$4; { echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null; shift 4; exec nice -n "$nice" "$@"'

let found: Promise<Isolation> | undefined

/** Returns what starts a command without network access and, where possible, without files to write. What works depends on the system. */
function isolation(): Promise<Isolation> {
  found ??= findIsolation()
  return found
}

/** Returns whether confined processes have no network, and whether they have no files to write but those in their folder. */
export async function guarantees(): Promise<{ has_no_network: boolean; is_read_only: boolean }> {
  const words = (await isolation())('')
  return { has_no_network: words.includes('--net'), is_read_only: words.includes('--mount') }
}

async function findIsolation(): Promise<Isolation> {
  for (const isolate of ISOLATIONS) {
    const [program = '', ...args] = isolate('')
    const works = await run(program, [...args, 'true'], { timeout: PROBE_MS, env: bareEnvironment() }).then(
      () => true,
      () => false
    )
    if (works) return isolate
  }
  currentLog().warn({}, 'decoders run without a network namespace: this system does not allow `unshare`')
  return NOT_ISOLATED
}

/** libvips and Node's thread pool, through which sharp draws, use one thread each: such a process never takes more than one core. */
const ONE_THREAD = { VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '1' }

/** All that a confined process gets to see of our environment, and how many threads it may use. */
export const bareEnvironment = ({ is_background = false }: Pick<Confinement, 'is_background'> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  ...(is_background && ONE_THREAD)
})

/** Returns a command that runs `command` under limits and, where possible, without network. It replaces itself, so killing it kills the program. */
export async function confined(command: readonly string[], limits: Confinement): Promise<[program: string, ...args: string[]]> {
  const { memory_mb, file_mb, cpu_seconds = 0, folder = '', is_background = false } = limits
  const numbers = [file_mb * 2048, memory_mb * 1024, Math.ceil(cpu_seconds), is_background ? NICE.background : NICE.usual].map(String)
  return ['/bin/sh', '-c', LIMITED, 'sh', ...numbers, ...(await isolation())(folder), ...command]
}
