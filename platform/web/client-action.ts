import { data, redirect } from 'react-router'
import type { FieldErrors } from './action.ts'
import { signOut } from './browser.ts'
import { loginAddress } from './page.ts'
import { toast } from './ui/toaster.tsx'

type Over = { fields: FieldErrors; isOver: true }

/** An action's answer where the session may not do this any more: the browser ends it and leads to the sign-in. */
export const sessionOver = () => data<Over>({ fields: {}, isOver: true }, 401)

const isOver = (answer: unknown): answer is Over => typeof answer === 'object' && answer !== null && 'isOver' in answer

type Sent<Result> = { request: Request; serverAction: () => Promise<Result> }
type Words = {
  /** The page's own words where no answer came, or how they follow from what was sent. */
  failed: string | ((form: FormData) => string)
  /** Said on the way to the sign-in. */
  over?: string
}

/**
 * For a page's clientAction. A call that got no answer fails in its form, and what was typed stays: by its status nothing is loaded anew,
 * which would fail as well and take the page away.
 */
export async function answered<Result>({ request, serverAction }: Sent<Result>, { failed, over }: Words) {
  const words = typeof failed === 'string' ? failed : failed(await request.clone().formData())
  try {
    const answer = await serverAction()
    if (!isOver(answer)) return answer as Exclude<Result, Over>
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return data({ fields: { form: words } as FieldErrors, unanswered: true as const }, 503)
  }
  await signOut()
  if (over) toast(over, 'bad')
  throw redirect(loginAddress(request))
}
