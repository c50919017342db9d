import { useState } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { answered, sessionOver } from '#platform/web/client-action.ts'
import { apiContext, turnedAway } from '#platform/web/page.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { deleteWageRule, setWageRule, type WageRule, wageRules } from '../contract.ts'
import { WORDS } from '../rules.ts'
import type { Route } from './+types/wage-rules-page.ts'
import { WageRuleForm } from './wage-rule-form.tsx'
import { WageRuleTable } from './wage-rule-table.tsx'
import css from './wage-rules-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Wage rules' }]

export const loader = async ({ context }: Route.LoaderArgs) => ({ rules: await context.get(apiContext)(wageRules, {}) })

export async function action({ request, context }: Route.ActionArgs) {
  const typed = Object.fromEntries(await request.formData()) as Record<string, string>
  const api = context.get(apiContext)
  const { intent = '', category = '', wage = '', license_price = '', notes } = typed
  const doneAs = (done: string) => redirect(`/admin/wage-rules?${new URLSearchParams({ done, rule: category })}`)
  try {
    if (intent === 'delete') {
      await api(deleteWageRule, { params: { category } })
      return doneAs('deleted')
    }
    await api(setWageRule, { body: { category, wage, license_price, notes } })
    return doneAs(intent === 'edit' ? 'updated' : 'added')
  } catch (error) {
    // The guard sends a wrong role home; here it is said instead, and the page stays.
    if (turnedAway(error) === 403) return data({ fields: { form: WORDS.forbidden } }, 403)
    if (turnedAway(error) === 401) return sessionOver()
    return failed(error, failureOf(intent))
  }
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  answered(sent, { failed: (form) => failureOf(form.get('intent')), over: WORDS.unauthorized })

const failureOf = (intent: unknown): string => (intent === 'delete' ? WORDS.delete_failed : WORDS.save_failed)

/** After a refusal the page stays as it is. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

const DONE: Record<string, string> = { added: 'Rule added.', updated: 'Rule updated.', deleted: 'Rule deleted.' }

/** Of the address that one is on, or already on the way to: whoever clicks Edit may type at once. */
function useAsked(rules: readonly WageRule[]) {
  const here = useLocation()
  const { state, location: next = here } = useNavigation()
  const { search } = state === 'loading' && next.pathname === here.pathname ? next : here
  const params = new URLSearchParams(search)
  const done = params.get('done') ?? ''
  const edited = rules.find(({ category }) => category === params.get('edit')) ?? null
  return { edited, said: DONE[done], saved: done === 'deleted' ? '' : `${done} ${params.get('rule')}` }
}

export default function WageRulesPage({ loaderData: { rules }, actionData }: Route.ComponentProps) {
  const [doomed, setDoomed] = useState<WageRule>()
  const { edited, said, saved } = useAsked(rules)
  const fields: Record<string, string> = actionData?.fields ?? {}
  return (
    <Page
      title="Wage Rules"
      intro="What an approved asset earns its artist, and what its personal license costs. Wages already booked never change."
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!actionData && said && <Notice tone="good">{said}</Notice>}
      <div className={css['desk']}>
        <WageRuleTable rules={rules} edited={edited} onDelete={setDoomed} />
        <Card id="rule" className={css['form']}>
          <h2>{edited ? `Edit ${edited.category}` : 'Add a rule'}</h2>
          <WageRuleForm key={edited ? edited.id : saved} edited={edited} fields={fields} />
        </Card>
      </div>
      <DeleteDialog title="Delete this rule?" sent={doomed && { category: doomed.category }} onClose={() => setDoomed(undefined)}>
        Assets of “{doomed?.category}” will not be for sale and earn nothing until there is a rule again.
      </DeleteDialog>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Wage Rules" title={WORDS.load_failed} />
}
