import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import modules from '../business/modules.json' with { type: 'json' }

const TABLE = /(insertInto|updateTable|deleteFrom|mergeInto|selectFrom|[a-zA-Z]*[jJ]oin)\(\s*['"`]([a-z_]+)\.[a-z_]+/g
const RAW = /\b(insert into|update|delete from|from|join)\s+([a-z_]+)\."?[a-z_]+/g
const PARTS = Object.keys(modules)

/** Finds every statement's verb and schema, in the query builder's methods or in raw SQL. */
function schemasIn(source: string): { verb: string; schema: string }[] {
  return [...source.matchAll(TABLE), ...source.matchAll(RAW)]
    .map(([, verb, schema]) => ({ verb: verb!, schema: schema! }))
    .filter(({ schema }) => PARTS.includes(schema))
}

const files = globSync(['business/*/server/*queries.ts', 'business/*/server/**/*queries.ts'])

test('the list of queries is not empty', () => {
  expect(files.length).toBeGreaterThan(5)
})

test.each(files)('%s writes only its own tables and reads only those of the parts it may use', (file) => {
  const owner = file.split('/')[1] as keyof typeof modules
  for (const { verb, schema } of schemasIn(readFileSync(file, 'utf8'))) {
    const allowed: string[] = /insert|update|delete|merge/i.test(verb) ? [owner] : [owner, ...modules[owner]]
    expect(allowed, `${verb} ${schema}`).toContain(schema)
  }
})
