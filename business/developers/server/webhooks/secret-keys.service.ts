import { type Ctx, type KeyRing, rewrap, type Tx } from '#platform/server/index.ts'
import * as queries from './secrets.queries.ts'

/* Apart from what sends emails, because commands run without the built server. */

/** What a secret is called where it is encrypted: one copied to another row cannot be opened. */
export const sealedName = ({ id, webhook_id }: Pick<queries.SecretRow, 'id' | 'webhook_id'>): string => `webhook/${webhook_id}/${id}`

const AT_ONCE = 100

/** Job and command: rewraps the keys of all webhooks' secrets with the newest key. Returns how many. Idempotent, and safe to run in parallel. */
export async function rewrapWebhookSecrets({ db, ports }: Pick<Ctx, 'db' | 'ports'>): Promise<number> {
  const [, ...older] = ports.secrets.keys
  const key_ids = older.map(({ id }) => id)
  let rewrapped = 0
  for (let done = AT_ONCE; done === AT_ONCE; rewrapped += done)
    done = await db.transaction().execute((tx) => rewrapSome(tx, ports.secrets.keys, key_ids))
  return rewrapped
}

async function rewrapSome(tx: Tx, keys: KeyRing, key_ids: readonly string[]): Promise<number> {
  const rows = await queries.lockSecretsWrappedWith(tx, key_ids, AT_ONCE)
  for (const { id, webhook_id, key_id, wrapped_key } of rows) {
    const wrapped = rewrap(keys, sealedName({ id, webhook_id }), { key_id, wrapped_key })
    if (typeof wrapped === 'string')
      throw new Error(`The key ${key_id} in APPLICANT_KEYS cannot open the secret ${id} of a webhook: ${wrapped}.`)
    await queries.updateWrapped(tx, id, wrapped)
  }
  return rows.length
}
