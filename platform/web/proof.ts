import { PROOF_HEADER, PROOF_WAYS, type ProofWay } from '#platform/contract/proof.ts'

/** Asks the person to prove who they are. Returns whether they did. */
type Prover = (ways: readonly ProofWay[]) => Promise<boolean>

let prover: Prover | undefined
let asking: Promise<boolean> | undefined

/** Sets what asks for a proof. Returns what takes it away again. */
export function setProver(asks: Prover): () => void {
  prover = asks
  return () => {
    if (prover === asks) prover = undefined
  }
}

/** Calls that are refused at the same time ask once. */
function ask(ways: readonly ProofWay[]): Promise<boolean> {
  asking ??= (prover?.(ways) ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

const waysIn = (header: string): ProofWay[] => PROOF_WAYS.filter((way) => header.split(' ').includes(way))

/**
 * A fetch that asks for a proof when a call needs one, and then repeats the call. Forms reach the server through fetch, too, so they wait
 * with what was typed, and no page has to know which of its calls need a proof.
 */
export function withProof(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const again = input instanceof Request ? input.clone() : input
    const answer = await send(input, init)
    const needed = answer.headers.get(PROOF_HEADER)
    if (needed === null || !(await ask(waysIn(needed)))) return answer
    return send(again, init)
  }
}
