/**
 * node bench/findings/corpus.ts FOLDER: cleans and checks every SVG of a folder as an upload would be, in the bounded processes, and counts how
 * they end. Exit code 1 if a file crashed its process or took too long.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { DecoderEnded, openDecoder } from '#platform/server/index.ts'
import { cleanSvgAside } from '#submissions/server/drawing/svg-cleaner.ts'

type Tasks = typeof import('#catalogue/server/findings/check-tasks.ts')
const CHECKING_MS = 30_000

const [, , folder] = process.argv
if (!folder) throw new Error('Usage: node bench/findings/corpus.ts FOLDER')
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.toLowerCase().endsWith('.svg'))
const AT_ONCE = 2
const decoder = openDecoder<Tasks>({ module: 'business/catalogue/server/findings/check-tasks.ts', processes: AT_ONCE })
const ends = { refused: 0, checked: 0, unreadable: 0, ended: 0 }
const codes = new Map<string, number>()

async function check(name: string): Promise<keyof typeof ends> {
  const cleaned = await cleanSvgAside(readFileSync(join(folder ?? '', name), 'utf8'), 'corpus')
  if (!cleaned.ok) return cleaned.reason === 'unanswered' ? 'ended' : 'refused'
  try {
    const { faults } = await decoder.run('checkFile', CHECKING_MS, Buffer.from(cleaned.svg), 'svg', null)
    for (const { code } of faults) codes.set(code, (codes.get(code) ?? 0) + 1)
    return 'checked'
  } catch (error) {
    process.stdout.write(`${name}: ${error instanceof Error ? error.message : error}\n`)
    return error instanceof DecoderEnded ? 'ended' : 'unreadable'
  }
}

const limit = pLimit(AT_ONCE)
for (const end of await Promise.all(names.map((name) => limit(() => check(name))))) ends[end] += 1
process.stdout.write(`${names.length} files: ${JSON.stringify(ends)}; findings: ${JSON.stringify(Object.fromEntries(codes))}\n`)
process.exit(ends.ended > 0 ? 1 : 0)
