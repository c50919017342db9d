import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import { forgetRefused, isRefused } from './refused-take-over.ts'

/** Takes over a visitor's hearts when a client has signed in. */
export function useHeartsTakeOver(user: PageUser | null): void {
  const client = user?.role === 'client' ? user.id : undefined
  useEffect(() => {
    // The next sign-in tries again.
    if (client === undefined) forgetRefused()
    else if (hasHearts() && !isRefused(client)) begin(client)
  }, [client])
}

/** Tries again what was refused, once a collection is deleted, as the refusal asks for. */
export function useTakeOverAgain(isRoom: boolean): void {
  const client = useRouteLoaderData<{ user: PageUser | null }>('root')?.user?.id
  useEffect(() => {
    if (client !== undefined && isRoom && isRefused(client)) begin(client)
  }, [client, isRoom])
}

function begin(client: string): void {
  // A chunk that does not load is tried again on the next page.
  void import('./take-over.ts').then(({ takeOverHearts }) => takeOverHearts(client)).catch(() => {})
}

/** Without reading them: this is on every page. */
function hasHearts(): boolean {
  try {
    return localStorage.getItem('easel.hearts') !== null
  } catch {
    return false
  }
}
