import { type FormEvent, useEffect, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { toast } from '#platform/web/ui/toaster.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { Intent, Outcome } from './profile-actions.ts'

/** One of the page's forms, sent and answered by itself. Sent before the page is alive, it finds its answer in the page's. */
export function useProfileForm(intent: Intent) {
  const fetcher = useFetcher<Outcome>()
  const page = useActionData<Outcome>()
  const own = page?.intent === intent ? page : undefined
  const { fields = {}, typed }: Outcome = fetcher.data ?? own ?? {}
  const busy = fetcher.state !== 'idle'
  const onSubmit: (event: FormEvent) => void = useSentOnce(busy, fetcher.data)
  const [rounds, setRounds] = useState(0)
  const done = fetcher.data?.done
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is told once, also where it says the same again
  useEffect(() => {
    if (done === undefined) return
    toast(done)
    setRounds((before) => before + 1)
  }, [fetcher.data])
  return {
    Form: fetcher.Form,
    submit: fetcher.submit,
    onSubmit,
    busy,
    fields,
    typed,
    /** How often it went well: a key for fields that are then empty again. */
    rounds,
    /** Said in the page where no toast could be. */
    said: fetcher.data ? undefined : own?.done
  }
}
