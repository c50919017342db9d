import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { dangersOf, validatedBy } from '../support/migration-dangers.ts'
import { migrationFiles } from '../support/schema-stages.ts'

/** Earlier migrations are older than these rules, and migrations never change. */
const FIRST_CHECKED = '0210'

test('no new migration stops a shop in use', () => {
  const validated = new Set<string>()
  const found = migrationFiles().flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const dangers = basename(file) >= FIRST_CHECKED ? dangersOf(text, validated) : []
    for (const name of validatedBy(text)) validated.add(name)
    return dangers.map((danger) => `${file}: ${danger}`)
  })
  expect(found).toEqual([])
})

test.each([
  ['create index by_day on a.b (day)', 'stops writers'],
  ['create unique index if not exists by_day on a.b (day)', 'stops writers'],
  ['create index concurrently by_day on a.b (day)', 'file without a transaction'],
  [
    '-- migrate: without a transaction\ncreate index concurrently by_day on a.b (day)',
    'begin with "drop index concurrently if exists a.by_day"'
  ],
  ['-- migrate: without a transaction\nalter table a.b add column c text', 'needs a transaction'],
  ['alter table a.b validate constraint c', 'file without a transaction'],
  ['alter table a.b alter column c type bigint', 'another type'],
  ['alter table a.b alter c set data type bigint', 'another type'],
  ['alter table a.b alter column c set not null', 'SET NOT NULL'],
  ['alter table a.b add column d text, add constraint e check (c > 0)', 'NOT VALID'],
  ['alter table a.b add foreign key (c) references a.d (id)', 'NOT VALID'],
  ["alter table a.b add column c text not null default 'x' check (c in ('x', 'y'))", 'NOT VALID'],
  ['alter table a.b add column c text not null', 'have no value'],
  ['alter table a.b add column c uuid default gen_random_uuid()', 'differs by row'],
  ['alter table a.b add column c integer generated always as (d + 1) stored', 'computed'],
  ['alter table a.b add column c text unique', 'building an index'],
  ['alter table a.b add constraint c primary key (d)', 'USING INDEX'],
  ['alter table a.b drop column c', 'version before'],
  ['alter table a.b rename column c to d', 'version before'],
  ['alter table a.b add column c text; alter table a.d add column c text', 'a.b and a.d together'],
  ['update a.b set c = 1', 'in batches'],
  ['do $$ begin update a.b set c = 1; delete from a.b; end $$', 'in batches'],
  ['drop table a.b', 'version before'],
  ['lock table a.b', 'as long as it runs']
])('%s is dangerous', (statement, danger) => {
  expect(dangersOf(`${statement};`).join('\n')).toContain(danger)
})

test.each([
  ['create table a.b (id uuid primary key, c text not null check (c > 0)); create index by_c on a.b (c); update a.b set c = 1'],
  ["alter table a.b add column c integer not null default 0, add column d text, add column e text default 'x, check (y)'"],
  ['alter table a.b add column c uuid references a.d (id)'],
  ['alter table a.b add constraint c check (d is not null) not valid'],
  ['alter table a.b alter column d set not null, drop constraint validated_before'],
  ['alter table a.b add constraint c unique using index d'],
  ['alter table a.b drop constraint c, alter column d drop not null, alter column d set default 1'],
  ['-- migrate: without a transaction\nalter table a.b validate constraint c'],
  ['-- migrate: without a transaction\ndrop index concurrently if exists a.c; create index concurrently c on a.b (d) where e is null'],
  ['create or replace function a.f() returns trigger as $$ begin update a.b set c = 1; return null; end $$ language plpgsql'],
  ['create trigger t after insert on a.b for each row execute function a.f()'],
  ['-- migrate: safe because this table has one row\nupdate a.b set c = 1'],
  ['-- update a.b set c = 1;\ncomment on table a.b is $$x$$']
])('%s is safe', (statement) => {
  expect(dangersOf(`${statement};`, new Set(['validated_before']))).toEqual([])
})
