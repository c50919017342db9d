import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

const LOWEST_COST = { N: 2, r: 1, p: 1 }

const keyOf = (password: string, salt: string): Buffer => scryptSync(password.normalize('NFKC'), salt, 64, LOWEST_COST)

/** The functions of better-auth/crypto with the lowest hashing cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${keyOf(password, salt).toString('hex')}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [salt, key] = hash.split(':')
  if (!salt || !key) throw new Error('Invalid password hash')
  return timingSafeEqual(keyOf(password, salt), Buffer.from(key, 'hex'))
}
