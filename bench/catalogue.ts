import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { CATEGORIES } from '#catalogue/rules.ts'
import { type ImportRow, importAssets } from '#catalogue/server/import.service.ts'
import { browse } from '#catalogue/server/service.ts'
import type { Connection, Database } from '#platform/database/connect.ts'
import type { Ctx, Files } from '#platform/server/index.ts'
import { BATCH, inParallel, WORKERS } from '../catalogue-import/batches.ts'
import { randomFrom } from '../catalogue-import/random.ts'
import type { Statement } from './load.ts'

export const THINGS =
  'arrow bell book bridge camera car castle cat chart chess cloud coffee compass crown desk dog door drum eagle engine feather fish flag forest fox gear ghost guitar hammer hat heart house island key kite lamp leaf lemon lock map mask moon mountain mouse music ocean owl paint pen phone piano pizza plane planet radio rain ring river robot rocket rose ruler sail school shield ship shoe snow spoon star storm sun table tiger torch tower train tree trophy turtle umbrella violin volcano wallet watch whale wheel window wolf'.split(
    ' '
  )
export const ADJECTIVES =
  'abstract antique bold bright broken calm classic clean cosy cubic curved dark dotted duotone fancy filled flat folded frosty geometric glossy golden gradient hand-drawn happy heavy hollow isometric layered light linear little lunar minimal modern mossy neon nordic oblique outlined paper pastel pixel playful polished quiet retro round rustic sharp shiny silver simple sketchy smooth soft solar solid spiky striped summer tiny tropical vintage vivid warm wild winter wooden young'.split(
    ' '
  )

const FILLS = [
  '#d62828',
  '#f77f00',
  '#fcbf49',
  '#2a9d3f',
  '#00b4d8',
  '#1d4ed8',
  '#7b2cbf',
  '#ec4899',
  '#8b4513',
  '#000000',
  '#808080',
  '#ffffff'
]

/** Generates `count` assets, starting with number `from`. Each names two of about 90 things, so that a word finds about one asset in 50. */
export function madeUp(from: number, count: number, owner_id: string): ImportRow[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    const random = randomFrom(`bench ${number}`)
    const [first, second, adjective, other] = [random.pick(THINGS), random.pick(THINGS), random.pick(ADJECTIVES), random.pick(ADJECTIVES)]
    return {
      source_key: `bench:${number}`,
      owner_id,
      title: `${adjective} ${first} ${number}`,
      description: `A ${adjective} ${first} with a ${second}, ${other}.`,
      category: random.pick(CATEGORIES),
      tags: [first, second, adjective, other],
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><circle fill="${random.pick(FILLS)}" cx="12" cy="12" r="${1 + (number % 11)}"/><path d="M${number % 24} 0v${number}"/></svg>`,
      width: 24,
      height: 24,
      license_title: 'CC0',
      license_spdx: 'CC0-1.0',
      author_name: 'Benchmark',
      source: 'bench',
      approved_at: new Date(Date.UTC(2026, 0, 1) + number * 1000),
      is_free: number % 20 === 0
    }
  })
}

/** Returns the rows imported per second, including their originals, as the import of the catalogue does it. */
export async function importRate(db: Connection, files: Files, rows: readonly ImportRow[]): Promise<number> {
  const start = performance.now()
  const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH))
  await inParallel(batches.values(), WORKERS, async (batch) => void (await importAssets(db, files, batch)))
  return rows.length / ((performance.now() - start) / 1000)
}

type Query = Parameters<typeof browse>[1]

/** Returns the statements that one call sends when its caches are warm. */
export async function statementsOf(pool: pg.Pool, query: Query): Promise<Statement[]> {
  const statements: Statement[] = []
  const logged = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => void statements.push({ sql, parameters })
  })
  const db = Object.assign(logged, { pool })
  const call = () =>
    browse(
      {
        db,
        pool: db,
        read: db,
        now: new Date(),
        actor: null,
        caller: { ip: '127.0.0.1' },
        outgoing: { headers: [] },
        afterCommit: () => {}
      } as unknown as Ctx,
      query
    )
  await call()
  statements.length = 0
  await call()
  return statements
}
