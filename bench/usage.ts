import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Plan } from '#deploy/reference/plan.ts'
import { processesOf } from '#deploy/reference/processes.ts'

export type Usage = {
  /** Processor seconds for each second. */
  cores: { app: number; postgresql: number; nginx: number }
  /** Of the memory, what is a process's own, with its share of what it shares. */
  app_bytes: number
  postgresql_bytes: number
}

/** Starts to count what the deployment's programs use, with the processes that they have started. */
export function usageOf(plan: Plan): { since(): Usage } {
  const named = [...processesOf(plan)]
  const tree = (pattern: RegExp) => withChildren(named.filter(([name]) => pattern.test(name)).map(([, pid]) => pid))
  const groups = { app: /^app-/, postgresql: /^database-/, nginx: /^nginx$/ }
  const ticks = () => Object.values(groups).map((pattern) => tree(pattern).reduce((sum, pid) => sum + ticksOf(pid), 0))
  const per_second = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const [before, start] = [ticks(), performance.now()]
  return {
    since: () => {
      const seconds = (performance.now() - start) / 1000
      const [app = 0, postgresql = 0, nginx = 0] = ticks().map((after, index) => (after - (before[index] ?? 0)) / per_second / seconds)
      return {
        cores: { app, postgresql, nginx },
        app_bytes: bytesOf(tree(/^app-1$/)),
        postgresql_bytes: bytesOf(tree(/^database-1$/))
      }
    }
  }
}

/** Reads a file of a process. One that has ended has none. */
function readOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return ''
    throw error
  }
}

function withChildren(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(readOf(pid, 'status'))?.[1])
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const all = [...roots]
  for (const pid of all) all.push(...(children.get(pid) ?? []))
  return all
}

/** User and system time: the 14th and 15th field, counted from behind the name, which may contain spaces. */
function ticksOf(pid: number): number {
  const fields = readOf(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

const bytesOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+) kB$/m.exec(readOf(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024, 0)
