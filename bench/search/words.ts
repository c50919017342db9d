/** Measures the quality of the search by words and writes bench/search/results.md. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import type { Ctx } from '#platform/server/index.ts'
import { prepareDatabase } from '#processes/database/prepare-database.ts'
import { benchCluster } from '../cluster.ts'
import { judgeAll, loadDemo } from './judge.ts'
import { JUDGED, KINDS } from './judged.ts'
import { type Measured, mean } from './measure.ts'

const cluster = await benchCluster()
await prepareDatabase(cluster.url, [])
const db = connect(cluster.url, 4)
try {
  const titles = await loadDemo(db, openFiles(join(cluster.folder, 'files')), await owned())
  const ctx = { db, pool: db, read: db, now: new Date(), actor: null, outgoing: { headers: [] }, afterCommit: () => {} } as unknown as Ctx
  report(await judgeAll(ctx, titles), titles.length)
} finally {
  await db.destroy()
  await cluster.end()
}

async function owned(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into accounts."user" (name, email, role, email_verified, created_at) values ('Bench', 'bench@easel.test', 'employee', true, now()) returning id`.execute(
    db
  )
  return rows[0]!.id
}

function report(measured: readonly Measured[], works: number): void {
  const row = (name: string, some: readonly Measured[]) =>
    `| ${name} | ${some.length} | ${mean(some.map(({ recall }) => recall)).toFixed(3)} | ${mean(some.map(({ ndcg }) => ndcg)).toFixed(3)} | ${some.filter(({ wrong }) => wrong.length > 0).length} |`
  const weak = measured.filter(({ recall, wrong }) => recall < 1 || wrong.length > 0)
  const text = `# Search quality
One run of \`npm run bench:search\`: ${JUDGED.length} judged queries (bench/search/judged.ts) on the ${works} works of the demo catalogue.

| kind | queries | recall@12 | nDCG@12 | queries with a wrong hit |
|---|---:|---:|---:|---:|
${KINDS.map((kind) =>
  row(
    kind,
    measured.filter(({ judged }) => judged.kind === kind)
  )
).join('\n')}
${row('**all**', measured)}

## Imperfect results
| query | kind | recall@12 | nDCG@12 | wrong hits | first hits |
|---|---|---:|---:|---|---|
${weak.map(({ judged, recall, ndcg, wrong, found }) => `| ${judged.query} | ${judged.kind} | ${recall.toFixed(2)} | ${ndcg.toFixed(2)} | ${wrong.join('; ')} | ${found.slice(0, 3).join('; ')} |`).join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results.md'), text)
  console.log(text)
}
