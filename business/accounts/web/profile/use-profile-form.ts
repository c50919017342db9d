import { type FormEvent, useEffect, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { Intent, Outcome } from './profile-actions.ts'

/** One of the page's forms with its own fetcher. If submitted before hydration, its answer is the page's. */
export function useProfileForm(intent: Intent) {
  const fetcher = useFetcher<Outcome>()
  const page = useActionData<Outcome>()
  const own = page?.intent === intent ? page : undefined
  const { fields = {}, typed }: Outcome = fetcher.data ?? own ?? {}
  const busy = fetcher.state !== 'idle'
  const onSubmit: (event: FormEvent) => void = useSentOnce(busy, fetcher.data)
  const [rounds, setRounds] = useState(0)
  const done = fetcher.data?.done
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per answer
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
    /** The last answer. */
    answer: fetcher.data ?? own,
    /** Counts successes: a key that resets the fields. */
    rounds,
    /** Success message for a page without JavaScript, which shows no toast. */
    said: fetcher.data ? undefined : own?.done
  }
}
