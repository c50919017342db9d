import { redirect } from 'react-router'
import { forgetWords } from '#platform/web/browser.ts'
import { apiContext } from '#platform/web/page.ts'
import { logout } from '../contract.ts'
import type { Route } from './+types/logout-page.ts'

/** An address only to send a form to; whoever opens it changes nothing. */
export const loader = () => redirect('/')

export async function action({ context }: Route.ActionArgs) {
  await context.get(apiContext)(logout, {})
  return redirect('/login')
}

/** What was typed and not sent goes, too. The server leads elsewhere by throwing. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } finally {
    forgetWords()
  }
}
