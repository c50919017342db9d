import { data, redirect, useNavigation } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { apiContext, loginAddress, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { landingOf } from '../../rules.ts'
import { confirmTotp, getSecurity, renewRecoveryCodes, type SecurityState, startTotp } from '../../security.contract.ts'
import { textOf } from '../sign-in/form-fields.ts'
import type { Route } from './+types/second-factor-page.ts'
import { AddApp, ConfirmApp, type Started } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { qrCodeOf } from './qr-code.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Two-factor sign-in' }, { name: 'robots', content: 'noindex' }]

const FAILED = 'This could not be saved. Please try again.'
const OTPAUTH = /^otpauth:\/\/totp\/[^\s"'<>]{1,600}$/

type Outcome = { started?: Started; codes?: string[]; fields?: FieldErrors }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user, brand_name } = context.get(requestContext)
  if (!user) throw redirect(loginAddress(request))
  return { security: await context.get(apiContext)(getSecurity, {}), brand_name, email: user.email, landing: landingOf(user.role) }
}

const startedWith = async (otpauth_url: string): Promise<Started> => ({ otpauth_url, qr: await qrCodeOf(otpauth_url) })

/** What was sent before comes back with a wrong code: the server shows a secret only once. */
const startedIn = async (form: FormData): Promise<{ started?: Started }> => {
  const otpauth_url = textOf(form, 'otpauth_url')
  return OTPAUTH.test(otpauth_url) ? { started: await startedWith(otpauth_url) } : {}
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const intent = form.get('intent')
  try {
    if (intent === 'codes') return data<Outcome>({ codes: (await api(renewRecoveryCodes, {})).recovery_codes })
    if (intent === 'confirm') {
      const { recovery_codes } = await api(confirmTotp, { body: { code: textOf(form, 'code') } })
      return data<Outcome>({ codes: recovery_codes })
    }
    return data<Outcome>({ started: await startedWith((await api(startTotp, {})).otpauth_url) })
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    return data<Outcome>({ ...answer, ...(await startedIn(form)) }, init ?? {})
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    // A 503 keeps React Router from reloading the page's data, which would fail too.
    return data<Outcome>({ fields: { form: FAILED } }, 503)
  }
}

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { security, brand_name, email, landing } = loaderData
  const { started, codes, fields = {} }: Outcome = actionData ?? {}
  const busy = useNavigation().formMethod === 'POST'
  if (codes)
    return (
      <Page width="text" title="Save your recovery codes" intro="If you lose your phone or your passkey, one of these codes signs you in.">
        <RecoveryCodes codes={codes} brandName={brand_name} email={email} next={landing} />
      </Page>
    )
  return (
    <Page width="text" title="Two-factor sign-in" intro="After your password, signing in asks for something that only you have.">
      <Required security={security} />
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {started ? (
        <ConfirmApp started={started} error={fields['code']} busy={busy} answer={actionData} />
      ) : (
        <Stack gap={8}>
          <AddApp has={security.totp} busy={busy} />
          <AddPasskey brandName={brand_name} email={email} landing={landing} />
          <div>
            <LinkButton to="/user/profile#security" kind="quiet">
              Back to your profile
            </LinkButton>
          </div>
        </Stack>
      )}
    </Page>
  )
}

/** Until when an admin must have a second factor. */
function Required({ security: { required_by, totp, passkeys } }: { security: SecurityState }) {
  if (required_by === null || totp || passkeys.length > 0) return null
  return (
    <Notice tone="warn" title="Admins need a second factor.">
      Set one up by <Moment iso={required_by} day />. After that day, signing in leads to this page first.
    </Notice>
  )
}
