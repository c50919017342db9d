import { redirect } from 'react-router'
import { clearDrafts } from '#platform/web/browser.ts'
import { apiContext } from '#platform/web/page.ts'
import { logout } from '../../contract.ts'
import type { Route } from './+types/logout-page.ts'

/** Only a submitted form logs out. Opening the page changes nothing. */
export const loader = () => redirect('/')

export async function action({ context }: Route.ActionArgs) {
  await context.get(apiContext)(logout, {})
  return redirect('/login')
}

/** Also deletes drafts. The server action redirects by throwing. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } finally {
    clearDrafts()
  }
}
