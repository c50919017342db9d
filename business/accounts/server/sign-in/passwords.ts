import { type Ctx, createLaneQueue, type Lane, networkOf, siteOf } from '#platform/server/index.ts'
import { HASHES_WAITING } from '../../rules.ts'

/** Hashing more in parallel would occupy every thread of Node's pool, which files and database connections need too. */
const queue = createLaneQueue({ concurrency: 2, max_waiting: HASHES_WAITING, retry_after_seconds: 10 })

/** The lane of jobs and commands. */
export const OWN_LANE: Lane = { site: '', network: '', account: '', is_own: true }

/** Callers from different sites take turns, and so do the networks of one site and the accounts that they try. */
export const laneOf = ({ caller }: Pick<Ctx, 'caller'>, account: string): Lane => ({
  site: siteOf(caller.ip),
  network: networkOf(caller.ip),
  account
})

/** Runs the work once, and again only after a failure. */
function onceItWorks<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}

/** Loaded at first use: it takes 2 MB that a process needs only once someone signs in. */
const scrypt = onceItWorks(() => import('better-auth/crypto'))

const hashed = async (password: string): Promise<string> => (await scrypt()).hashPassword(password)

export const hashPassword = (password: string, lane: Lane): Promise<string> => queue.run(lane, () => hashed(password))

/** The hash of a password that no one has. */
const dummyHash = onceItWorks(() => hashed(crypto.randomUUID()))

/** Without a hash it compares with a dummy, and with one it waits for the dummy too, so that unknown accounts take the same time. */
async function matches(hash: string | undefined, password: string): Promise<boolean> {
  const other = await dummyHash()
  const { verifyPassword } = await scrypt()
  const right = await verifyPassword({ hash: hash ?? other, password })
  return right && hash !== undefined
}

/** Returns the index of the first hash that a password matches, or -1. All comparisons together wait once. */
export const findRightHash = (hashes: readonly (string | undefined)[], password: string, lane: Lane): Promise<number> =>
  queue.run(lane, async () => {
    for (const [index, hash] of hashes.entries()) if (await matches(hash, password)) return index
    return -1
  })

export const isRightPassword = async (hash: string | undefined, password: string, lane: Lane): Promise<boolean> =>
  (await findRightHash([hash], password, lane)) === 0

/** Hashes a password and compares it with an earlier hash, which may be missing. */
export const hashAndCompare = (password: string, earlier: string | undefined, lane: Lane): Promise<{ hash: string; same: boolean }> =>
  queue.run(lane, async () => ({ hash: await hashed(password), same: await matches(earlier, password) }))
