import { Suspense, useEffect, useState } from 'react'
import type { ProofWay } from '#platform/contract/index.ts'
import { loadLater } from '#platform/web/loading/load-later.tsx'
import { setProver } from '#platform/web/proof.ts'

/** Loaded when a call first needs a proof. If it cannot be loaded, the call is refused as if the person had canceled. */
const ProofQuestion = loadLater(async () => ({ default: (await import('./proof-question.tsx')).ProofQuestion }))

type Asked = { ways: readonly ProofWay[]; settle: (proven: boolean) => void }

/** Asks for a proof wherever a call needs one, and then lets the call go on. Part of every page. */
export function ProofDialog() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => setProver((ways) => new Promise((settle) => setAsked({ ways, settle }))), [])
  // A call must not wait for a dialog that is gone, for example because the session ended.
  useEffect(() => () => asked?.settle(false), [asked])
  const end = (proven: boolean) => {
    asked?.settle(proven)
    setAsked(undefined)
  }
  return (
    asked && (
      <Suspense>
        <ProofQuestion ways={asked.ways} onProven={() => end(true)} onClose={() => end(false)} />
      </Suspense>
    )
  )
}
