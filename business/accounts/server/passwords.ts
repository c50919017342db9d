import * as scrypt from 'better-auth/crypto'
import { turns } from '#platform/server/index.ts'

/** The rest waits in line. More would take every thread of Node's pool, and new connections to the database, files and pictures would wait behind them. */
const inTurn = turns(2)

export const hashPassword = (password: string): Promise<string> => inTurn(() => scrypt.hashPassword(password))

let stranger: Promise<string> | undefined

/** Takes as long for an address without an account: its password is compared with a hash that fits nothing. */
export async function isRightPassword(hash: string | undefined, password: string): Promise<boolean> {
  stranger ??= hashPassword(crypto.randomUUID())
  const compared = hash ?? (await stranger)
  const right = await inTurn(() => scrypt.verifyPassword({ hash: compared, password }))
  return right && hash !== undefined
}
