import { createKey } from '#developers/keys.contract.ts'
import { KEY_SCOPES, type KeyScope } from '#platform/contract/index.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import type { Person, World } from '../world.ts'

const DAY_MS = 86_400_000

type Wanted = { scopes?: KeyScope[]; allowed_origins?: string[]; expires_at?: string }

/** Makes an API key of a client or artist: with every scope, for 90 days, and for every origin, unless told otherwise. */
export function givenKey(world: Pick<World, 'app' | 'now'>, { token }: Person, wanted: Wanted = {}) {
  const expires_at = new Date(world.now().getTime() + 90 * DAY_MS).toISOString()
  return injectedApi(world.app, token)(createKey, { body: { name: 'Build server', scopes: [...KEY_SCOPES], expires_at, ...wanted } })
}
