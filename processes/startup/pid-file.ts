import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './start-error.ts'

/** Whether the process is alive and its command line contains `word`. The number alone may belong to another program by now. */
export function isRunning(pid: number, word: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false
  const command = commandOf(pid)
  return command === undefined || command.includes(word)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Returns undefined on systems that do not report it (Windows). */
function commandOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  const file = `/proc/${pid}/cmdline`
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(file, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Claims the pid file for this process. Returns the id of the process that holds it, if that one is still alive. */
export function takePidFile(file: string, word: string): number | undefined {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return undefined
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const holder = Number(readFileSync(file, 'utf8'))
  if (holder !== process.pid && isRunning(holder, word)) return holder
  rmSync(file, { force: true })
  return takePidFile(file, word)
}
