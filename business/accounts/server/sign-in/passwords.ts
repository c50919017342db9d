import * as scrypt from 'better-auth/crypto'
import pLimit from 'p-limit'

/** Hashing more in parallel would occupy every thread of Node's pool, which files and database connections need too. */
const limitConcurrency = pLimit(2)

export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => scrypt.hashPassword(password))

let dummy: Promise<string> | undefined

/** Compares a password with a hash. Without a hash it compares with a dummy, so that unknown accounts take the same time. */
export async function isRightPassword(hash: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword(crypto.randomUUID())
  const compared = hash ?? (await dummy)
  const right = await limitConcurrency(() => scrypt.verifyPassword({ hash: compared, password }))
  return right && hash !== undefined
}
