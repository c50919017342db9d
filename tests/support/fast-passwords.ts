import { vi } from 'vitest'

/**
 * Vitest's setup file: password hashes at the lowest cost, since most tests only need people who can sign in. The product
 * has no setting for this. Tests about the hashing itself call `vi.unmock('better-auth/crypto')`.
 */
vi.mock('better-auth/crypto', async (load) => ({
  ...(await load<typeof import('better-auth/crypto')>()),
  ...(await import('./cheap-hash.ts'))
}))
