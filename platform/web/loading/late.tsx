import { type ReactNode, Suspense } from 'react'
import { Await } from 'react-router'

type LateProps<Value> = {
  /** The value, or a promise for it: parts of a page that loads without a reload may follow the rest. */
  of: Value | Promise<Value>
  /** Has the size of what follows. */
  waiting: ReactNode
  failed: ReactNode
  children: (value: Value) => ReactNode
}

/**
 * For a loader's parts that follow the rest: `Late` shows their errors in their place. Until it does, nothing handles them, and an unhandled
 * rejection ends the process.
 */
export function withHandledRejections<Parts extends Record<string, Promise<unknown> | undefined>>(parts: Parts): Parts {
  for (const part of Object.values(parts)) part?.catch(() => {})
  return parts
}

/** Shows a part of the page that may come after the rest. The API has logged why one failed. */
export function Late<Value>({ of, waiting, failed, children }: LateProps<Value>) {
  if (!(of instanceof Promise)) return children(of)
  return (
    <Suspense fallback={waiting}>
      <Await resolve={of} errorElement={failed}>
        {(value: Value) => children(value)}
      </Await>
    </Suspense>
  )
}
