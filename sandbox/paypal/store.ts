import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Documents } from './documents.ts'

const SCHEMA = `
  create table if not exists document (
    kind text not null, id text not null, body text not null, position integer primary key autoincrement, unique (kind, id)
  );
  create table if not exists answer (call text primary key, body text not null);
  create table if not exists delivery (
    id text primary key, event_id text not null, webhook_id text not null, state text not null,
    attempts integer not null default 0, due_at integer not null, held integer not null default 0
  );
  create index if not exists delivery_due on delivery (state, due_at);
`

/** The fields, besides the id, by which documents are looked up. */
const FIELDS = ['order_id', 'capture_id', 'subscription_id', 'ba_token', 'invoice_id'] as const
type Field = (typeof FIELDS)[number]

const INDEXES = FIELDS.map(
  (field) => `create index if not exists document_by_${field} on document (kind, json_extract(body, '$.${field}'), position);`
).join('\n')

export type Delivery = {
  id: string
  event_id: string
  webhook_id: string
  state: 'pending' | 'delivered' | 'failed' | 'lost'
  attempts: number
  /** Milliseconds since 1970. */
  due_at: number
  /** Held back until another event was sent to the same webhook, or until due_at. */
  held: 0 | 1
}

/** The sandbox's state, in one SQLite file. Calls are synchronous, so transactions never interleave. */
export class Store {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string) {
    this.#database = new DatabaseSync(file)
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000')
    this.#database.exec(SCHEMA + INDEXES)
  }

  #prepare(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }

  transaction<T>(work: () => T): T {
    this.#database.exec('begin immediate')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (error) {
      this.#database.exec('rollback')
      throw error
    }
  }

  find<K extends keyof Documents>(kind: K, id: string): Documents[K] | undefined {
    const row = this.#prepare('select body from document where kind = ? and id = ?').get(kind, id)
    return row && JSON.parse(String(row['body']))
  }

  list<K extends keyof Documents>(kind: K): Documents[K][] {
    const rows = this.#prepare('select body from document where kind = ? order by position').all(kind)
    return rows.map((row) => JSON.parse(String(row['body'])))
  }

  /** Returns the documents whose field has this value, oldest first. */
  listBy<K extends keyof Documents>(kind: K, field: keyof Documents[K] & Field, value: string): Documents[K][] {
    const rows = this.#prepare(`select body from document where kind = ? and json_extract(body, '$.${field}') = ? order by position`).all(
      kind,
      value
    )
    return rows.map((row) => JSON.parse(String(row['body'])))
  }

  put<K extends keyof Documents>(kind: K, document: Documents[K]): void {
    this.#prepare('insert into document (kind, id, body) values (?, ?, ?) on conflict (kind, id) do update set body = excluded.body').run(
      kind,
      document.id,
      JSON.stringify(document)
    )
  }

  remove(kind: keyof Documents, id: string): void {
    this.#prepare('delete from document where kind = ? and id = ?').run(kind, id)
  }

  findAnswer(call: string): { body: unknown } | undefined {
    const row = this.#prepare('select body from answer where call = ?').get(call)
    return row && JSON.parse(String(row['body']))
  }

  putAnswer(call: string, answer: { body: unknown }): void {
    this.#prepare('insert into answer (call, body) values (?, ?)').run(call, JSON.stringify(answer))
  }

  putDelivery(delivery: Delivery): void {
    this.#prepare(
      `insert into delivery (id, event_id, webhook_id, state, attempts, due_at, held) values (?, ?, ?, ?, ?, ?, ?)
         on conflict (id) do update set state = excluded.state, attempts = excluded.attempts, due_at = excluded.due_at, held = excluded.held`
    ).run(delivery.id, delivery.event_id, delivery.webhook_id, delivery.state, delivery.attempts, delivery.due_at, delivery.held)
  }

  /** Returns the pending delivery that is due first, whether or not it is due now. */
  firstPending(): Delivery | undefined {
    const row = this.#prepare(`select * from delivery where state = 'pending' order by due_at, rowid limit 1`).get()
    return row as Delivery | undefined
  }

  releaseHeld(webhookId: string, now: number): void {
    this.#prepare(`update delivery set held = 0, due_at = ? where webhook_id = ? and held = 1 and state = 'pending'`).run(now, webhookId)
  }

  listDeliveries(): Delivery[] {
    return this.#prepare('select * from delivery order by rowid').all() as Delivery[]
  }

  close(): void {
    this.#database.close()
  }
}
