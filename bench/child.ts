import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts a script of this folder and waits until it prints 'ready'. */
export async function startChild(script: string, env: Record<string, string>): Promise<{ end(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    // NODE_ENV selects the production builds of libraries; the other settings are not those of production.
    env: { ...process.env, NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  await readyOf(child, script)
  return {
    end: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
  }
}

function readyOf(child: ChildProcess, script: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} exited with code ${code}`)))
    child.stdout?.on('data', (text: Buffer) => text.toString().includes('ready') && resolve())
  })
}
