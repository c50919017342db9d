import { data, redirect } from 'react-router'
import type { FieldErrors } from './action.ts'
import { signOut } from './browser.ts'
import { loginAddress } from './page.ts'
import { toast } from './ui/feedback/toaster.tsx'

type Over = { fields: FieldErrors; isOver: true }

/** The answer of an action that ends the session with its own message (`over` below). A wrong role needs no answer: `guardActions` handles it. */
export const sessionOver = () => data<Over>({ fields: {}, isOver: true }, 401)

const isOver = (answer: unknown): answer is Over => typeof answer === 'object' && answer !== null && 'isOver' in answer

type Sent<Result> = { request: Request; serverAction: () => Promise<Result> }
type Messages = {
  /** Shown when no answer arrives. A function if it depends on the submitted form. */
  failed: string | ((form: FormData) => string)
  /** Shown on the way to /login after `sessionOver`. */
  over?: string
}

/**
 * For a page's clientAction. A submission that gets no answer fails in its form, and what was typed stays: with a 503 the page's data is
 * not reloaded, which would fail too and replace the page.
 */
export async function callServerAction<Result>({ request, serverAction }: Sent<Result>, { failed, over }: Messages) {
  const message = typeof failed === 'string' ? failed : failed(await request.clone().formData())
  try {
    const answer = await serverAction()
    if (!isOver(answer)) return answer as Exclude<Result, Over>
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return data({ fields: { form: message } as FieldErrors, unanswered: true as const }, 503)
  }
  await signOut()
  if (over) toast(over, 'bad')
  throw redirect(loginAddress(request))
}
