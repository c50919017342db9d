/** How a person can prove again who they are. */
export const PROOF_WAYS = ['password', 'totp', 'passkey'] as const
export type ProofWay = (typeof PROOF_WAYS)[number]

/** How long a proof lasts. */
export const PROOF_MINUTES = 10

/** The code of the refusal that asks for a proof, with the ways open to the caller. */
export const PROOF_NEEDED = 'proof_needed'

/** A header of that refusal, with the same ways, so that the browser sees it on the answer of a page too. */
export const PROOF_HEADER = 'x-proof-needed'
