import { Secret, TOTP } from 'otpauth'
import { addPasskey, confirmTotp, passkeyCreationOptions, startTotp } from '#accounts/security.contract.ts'
import type { Api } from '#platform/web/api.ts'
import { softwarePasskey } from '../software-passkey.ts'
import type { World } from '../world.ts'

const PERIOD_MS = 30_000

export type GivenApp = {
  /** The code at the world's time. Each counts once, so tests move the clock or ask for another period. */
  code(periods?: number): string
  recovery_codes: string[]
}

/** Sets up an authenticator app, and moves the clock past its first code. */
export async function givenApp(world: Pick<World, 'now' | 'at'>, api: Api): Promise<GivenApp> {
  const { secret } = await api(startTotp, {})
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (periods = 0) => totp.generate({ timestamp: world.now().getTime() + periods * PERIOD_MS })
  const { recovery_codes } = await api(confirmTotp, { body: { code: code() } })
  world.at(new Date(world.now().getTime() + 2 * PERIOD_MS).toISOString())
  return { code, recovery_codes }
}

/** Adds a passkey of an authenticator in software. */
export async function givenPasskey(world: Pick<World, 'settings'>, api: Api, name = 'My phone') {
  const { origin, hostname } = new URL(world.settings.public_url)
  const key = softwarePasskey({ origin, host: hostname })
  const response = key.create(await api(passkeyCreationOptions, {}))
  return { key, added: await api(addPasskey, { body: { name, response } }) }
}
