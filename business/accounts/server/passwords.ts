import { hashPassword, verifyPassword } from 'better-auth/crypto'

export { hashPassword }

let stranger: Promise<string> | undefined

/** Takes as long for an address without an account: its password is compared with a hash that fits nothing. */
export async function isRightPassword(hash: string | undefined, password: string): Promise<boolean> {
  stranger ??= hashPassword(crypto.randomUUID())
  const right = await verifyPassword({ hash: hash ?? (await stranger), password })
  return right && hash !== undefined
}
