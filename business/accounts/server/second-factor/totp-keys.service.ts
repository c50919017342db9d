import { type Ctx, type KeyRing, rewrap, type Tx } from '#platform/server/index.ts'
import * as queries from './second-factor.queries.ts'

/* Apart from what sends emails, because commands run without the built server. */

declare module '#platform/server/context.ts' {
  interface Ports {
    /** The keys that encrypt people's secrets, newest first. The same as for applicants' files. */
    secrets: { keys: KeyRing }
  }
}

/** What a secret is called where it is encrypted: one copied to another row cannot be opened. */
export const sealedName = ({ id, user_id }: Pick<queries.SealedTotp, 'id' | 'user_id'>): string => `totp/${user_id}/${id}`

const AT_ONCE = 100

/** Job and command: rewraps the keys of all secrets with the newest key. Returns how many. Idempotent, and safe to run in parallel. */
export async function rewrapTotpKeys(ctx: Pick<Ctx, 'db' | 'ports'>): Promise<number> {
  const [, ...older] = ctx.ports.secrets.keys
  const key_ids = older.map(({ id }) => id)
  let rewrapped = 0
  for (let done = AT_ONCE; done === AT_ONCE; rewrapped += done)
    done = await ctx.db.transaction().execute((tx) => rewrapSome(tx, ctx.ports.secrets.keys, key_ids))
  return rewrapped
}

async function rewrapSome(tx: Tx, keys: KeyRing, key_ids: readonly string[]): Promise<number> {
  const rows = await queries.lockTotpsWrappedWith(tx, key_ids, AT_ONCE)
  for (const { id, user_id, key_id, wrapped_key } of rows) {
    const wrapped = rewrap(keys, sealedName({ id, user_id }), { key_id, wrapped_key })
    if (typeof wrapped === 'string') throw new Error(`The key ${key_id} in APPLICANT_KEYS cannot open the secret ${id}: ${wrapped}.`)
    await queries.updateWrappedTotp(tx, id, wrapped)
  }
  return rows.length
}
