import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { type Ctx, type KeyRing, seal, type Tx, unseal } from '#platform/server/index.ts'
import { ROTATION_HOURS } from '../../webhooks.rules.ts'
import { sealedName } from './secret-keys.service.ts'
import * as queries from './secrets.queries.ts'

const SECRET_BYTES = 32
const HOUR_MS = 3_600_000

const asText = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`

/** Stores a new secret, encrypted, and returns it as text. */
export async function issueSecret({ db, now, ports }: Ctx<Tx>, webhook_id: string): Promise<string> {
  const bytes = randomBytes(SECRET_BYTES)
  const id = randomUUID()
  const { bytes: sealed, ...wrapped } = seal(ports.secrets.keys, sealedName({ id, webhook_id }), bytes)
  await queries.insertSecret(db, { id, webhook_id, sealed, ...wrapped, valid_until: null, created_at: now })
  return asText(bytes)
}

/** Replaces the secret. The one of now stays valid for a while; an older one ends at once, so that rotating twice shuts out a stolen secret. */
export async function replaceSecret(work: Ctx<Tx>, webhook_id: string): Promise<string> {
  await queries.deleteOlderSecrets(work.db, webhook_id)
  await queries.endSecret(work.db, webhook_id, new Date(work.now.getTime() + ROTATION_HOURS * HOUR_MS))
  return issueSecret(work, webhook_id)
}

/** Opens the secrets that are valid now, the newest first. */
export async function openSecrets({ db, now, ports }: Pick<Ctx, 'db' | 'now' | 'ports'>, webhook_id: string): Promise<string[]> {
  const rows = await queries.findSecrets(db, webhook_id, now)
  return rows.map((row) => asText(opened(ports.secrets.keys, row)))
}

function opened(keys: KeyRing, { id, webhook_id, sealed: bytes, key_id, wrapped_key }: queries.SecretRow): Buffer {
  const secret = unseal(keys, sealedName({ id, webhook_id }), { bytes, key_id, wrapped_key })
  if (typeof secret === 'string') throw new Error(`The secret ${id} of a webhook cannot be opened with APPLICANT_KEYS: ${secret}.`)
  return secret
}

/** Returns the headers of Standard Webhooks, with a signature by each secret. */
export function signedHeaders(secrets: readonly string[], { id, body, now }: { id: string; body: string; now: Date }) {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' ')
  }
}
