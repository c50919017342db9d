import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { COMPARED } from './compared.ts'
import { shrink } from './shrink.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLAYWRIGHT = join(ROOT, 'node_modules/@playwright/test/cli.js')
const MAX_KB = 56
const SPEC = 'tests/journeys/everywhere/pictures.spec.ts'

/** Takes the pictures that the tests compare again, of the product at `url`, and makes their files small. */
export async function renewBaselines(url: string): Promise<void> {
  const args = [PLAYWRIGHT, 'test', '--reporter=list', '--workers=1', '--update-snapshots=all', SPEC]
  const env = { ...process.env, EASEL_URL: url, EASEL_PICTURES_URL: url }
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  if (status !== 0) throw new Error('The pictures could not be taken.')
  for (const { name } of COMPARED) await shrink(join(import.meta.dirname, 'baselines', `${name}.png`), MAX_KB)
}
