import { data, redirect, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Page } from '#platform/web/ui/page.tsx'
import type { LoginAnswer, SecondFactorNeeded } from '../../contract.ts'
import { afterLogin } from '../../rules.ts'
import type { Route } from './+types/login-page.ts'
import { BesideArtwork } from './artwork/beside-artwork.tsx'
import { nextOf, textOf, withQuery } from './form-fields.ts'
import { PasswordStep } from './password-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import {
  emailOf,
  INVALID_RESPONSE,
  isRemembered,
  isSignedIn,
  isUnverified,
  neededIn,
  openInBrowser,
  signInBy,
  stepOf,
  textsOf
} from './sign-in-requests.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Log in' }, { name: 'robots', content: 'noindex' }]

const FAILED = 'Login failed. Please try again.'

/** `needed`: the second step is shown. `tried`: the way that failed there. */
type Outcome = { fields?: Record<string, string>; email?: string; remembered?: boolean; needed?: SecondFactorNeeded; tried?: string }

export function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user) throw redirect(afterLogin(nextOf(request), user.role))
  return { next: nextOf(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  try {
    return after(await signInBy(context.get(apiContext), form), request, form)
  } catch (error) {
    if (isUnverified(error)) return toVerify(request, form)
    const { data: answer, init } = failed(error, FAILED)
    return data<Outcome>(backTo(form, error, answer.fields), init ?? {})
  }
}

export async function clientAction({ request }: Route.ClientActionArgs): Promise<Outcome | Response> {
  const form = await request.formData()
  try {
    const opened = await openInBrowser(signInBy, form, isRemembered(form))
    return opened ? after(opened, request, form) : backTo(form, undefined, { form: INVALID_RESPONSE })
  } catch (error) {
    if (isUnverified(error)) return toVerify(request, form)
    return backTo(form, error, textsOf(error, FAILED))
  }
}

function after(answer: LoginAnswer, request: Request, form: FormData): Outcome | Response {
  if (isSignedIn(answer)) return redirect(afterLogin(nextOf(request), answer.user.role))
  return { needed: answer, remembered: isRemembered(form) }
}

/** Shows the same step again, or the first one if the second has ended. */
function backTo(form: FormData, error: unknown, fields: Record<string, string>): Outcome {
  const hasEnded = error instanceof ApiError && error.status === 410
  const needed = stepOf(form) === 'second_factor' && !hasEnded ? { needed: neededIn(form), tried: textOf(form, 'method') } : {}
  return { fields, email: textOf(form, 'email'), remembered: isRemembered(form), ...needed }
}

const toVerify = (request: Request, form: FormData) => redirect(withQuery('/verify', { email: emailOf(form), next: nextOf(request) }))

export default function LoginPage({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { needed, tried, fields = {}, email, remembered = true }: Outcome = actionData ?? {}
  const shown = busy ? {} : fields
  return (
    <BesideArtwork artwork="mountains">
      {needed ? (
        <Page width="form" title="Second step" intro="Your password is right. Now show that it is you.">
          <SecondFactorStep {...{ needed, tried, remembered, busy, next }} fields={shown} answer={actionData} />
        </Page>
      ) : (
        <Page width="form" title="Log in" intro="Find your licenses, downloads and requests where you left them.">
          <PasswordStep fields={shown} email={email} busy={busy} answer={actionData} next={next} />
        </Page>
      )}
    </BesideArtwork>
  )
}
