import { data, Form, redirect } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { apiContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { ownAddress } from '../../rules.ts'
import { getSecurity, prove } from '../../security.contract.ts'
import css from '../form.module.css'
import { textOf } from '../sign-in/form-fields.ts'
import type { Route } from './+types/confirm-page.ts'
import { ProofFields, WHY } from './proof-fields.tsx'

/*
 * For browsers without a script. The server answers a form that needs a proof with 307 to this page, so that the browser sends the form here.
 * The page carries its fields, and 307 sends them back to where they were meant for.
 */

export const meta: Route.MetaFunction = () => [{ title: 'Confirm that it is you' }, { name: 'robots', content: 'noindex' }]

/** Of this page's own fields, so that none is taken for the form's. */
const PREFIX = 'proof_'

const targetOf = (request: Request): string => ownAddress(new URL(request.url).searchParams.get('to')) ?? '/'

/** The fields of the form that waits, and what was wrong with the proof. */
type Shown = { fields: (readonly [name: string, value: string])[]; totp: boolean; errors: FieldErrors }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const { totp } = await api(getSecurity, {})
  const fields = [...form].flatMap(([name, value]) =>
    name.startsWith(PREFIX) || typeof value !== 'string' ? [] : [[name, value] as const]
  )
  const shown = { fields, totp }
  const method = form.get(`${PREFIX}method`)
  if (method !== 'password' && method !== 'totp') return data<Shown>({ ...shown, errors: {} })
  const sent = method === 'totp' ? { code: textOf(form, `${PREFIX}code`) } : { password: textOf(form, `${PREFIX}password`) }
  try {
    await api(prove, { body: { method, ...sent } })
  } catch (error) {
    const { data: answer, init } = failed(error, 'This could not be checked. Please try again.')
    return data<Shown>({ ...shown, errors: answer.fields }, init ?? {})
  }
  return redirect(targetOf(request), 307)
}

export default function ConfirmPage({ actionData }: Route.ComponentProps) {
  if (!actionData)
    return (
      <Page width="form" title="Confirm that it is you" intro="There is nothing to confirm.">
        <LinkButton to="/">Back to Home</LinkButton>
      </Page>
    )
  const { fields, totp, errors } = actionData
  const ways = totp ? (['password', 'totp'] as const) : (['password'] as const)
  return (
    <Page width="form" title="Confirm that it is you" intro={WHY}>
      {errors['form'] && <Notice tone="bad">{errors['form']}</Notice>}
      {ways.map((way) => (
        <Form key={way} method="post" reloadDocument noValidate className={css['form']}>
          {fields.map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name={`${PREFIX}method`} value={way} />
          <ProofFields way={way} errors={errors} prefix={PREFIX} />
          <Button type="submit" kind={way === 'password' ? 'main' : 'plain'} wide>
            Confirm
          </Button>
        </Form>
      ))}
    </Page>
  )
}
