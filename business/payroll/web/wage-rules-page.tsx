import { useState } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router'
import { isPending } from '#platform/contract/pending.ts'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { callServerAction, sessionOver } from '#platform/web/client-action.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext, denialStatus } from '#platform/web/page.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { DeleteDialog } from '#platform/web/ui/feedback/delete-dialog.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { deleteWageRule, type RulePeriod, setWageRule, type WageRule, wageRuleHistory, wageRules } from '../contract.ts'
import { TEXTS } from '../rules.ts'
import type { Route } from './+types/wage-rules-page.ts'
import { WageRuleForm } from './wage-rule-form.tsx'
import { WageRuleHistory } from './wage-rule-history.tsx'
import { WageRuleTable } from './wage-rule-table.tsx'
import css from './wage-rules-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Wage rules' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const category = new URL(request.url).searchParams.get('history')
  const rules = await api(wageRules, {})
  return { rules, history: category ? { category, items: await historyOf(api, category) } : null }
}

/** The rules stay usable if their history cannot be loaded. */
async function historyOf(api: Api, category: string): Promise<RulePeriod[] | undefined> {
  try {
    return (await api(wageRuleHistory, { params: { category } })).items
  } catch (error) {
    if (denialStatus(error)) throw error
    return undefined
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { notes, ...sent } = textFields(await request.formData())
  const { intent = '', category = '', wage = '', license_price = '' } = sent
  const api = context.get(apiContext)
  const redirectWith = (done: string) => redirect(`/admin/wage-rules?${new URLSearchParams({ done, rule: category })}`)
  try {
    if (intent === 'delete') {
      return redirectWith(isPending(await api(deleteWageRule, { params: { category } })) ? 'asked' : 'deleted')
    }
    if (isPending(await api(setWageRule, { body: { category, wage, license_price, notes } }))) return redirectWith('asked')
    return redirectWith(intent === 'edit' ? 'updated' : 'added')
  } catch (error) {
    // The guard redirects a wrong role to the home page; here the page stays and shows the message.
    if (denialStatus(error) === 403) return data({ fields: { form: TEXTS.forbidden } }, 403)
    if (denialStatus(error) === 401) return sessionOver()
    return failed(error, failureOf(intent))
  }
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  callServerAction(sent, { failed: (form) => failureOf(form.get('intent')), over: TEXTS.unauthorized })

const failureOf = (intent: unknown): string => (intent === 'delete' ? TEXTS.delete_failed : TEXTS.save_failed)

/** After a refused action the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

const DONE: Record<string, string> = {
  asked: 'Another admin has to approve this on the page Approvals. Until then nothing changes.',
  added: 'Rule added.',
  updated: 'Rule updated.',
  deleted: 'Rule deleted.'
}

/** Reads the URL, or the one being loaded: the form opens as soon as Edit is clicked. */
function useSelection(rules: readonly WageRule[]) {
  const here = useLocation()
  const { state, location: next = here } = useNavigation()
  const { search } = state === 'loading' && next.pathname === here.pathname ? next : here
  const params = new URLSearchParams(search)
  const done = params.get('done') ?? ''
  const edited = rules.find(({ category }) => category === params.get('edit')) ?? null
  const saved = done === 'deleted' ? '' : `${done} ${params.get('rule')}`
  return { edited, saved, message: DONE[done], historyCategory: params.get('history') }
}

export default function WageRulesPage({ loaderData: { rules, history }, actionData }: Route.ComponentProps) {
  const [ruleToDelete, setRuleToDelete] = useState<WageRule>()
  const { edited, saved, message, historyCategory } = useSelection(rules)
  const fields: Record<string, string> = actionData?.fields ?? {}
  return (
    <Page
      title="Wage Rules"
      intro="The wage an artist earns for an approved asset, and the price of its personal license. Wages already booked never change."
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!actionData && message && <Notice tone="good">{message}</Notice>}
      <div className={css['desk']}>
        <WageRuleTable rules={rules} edited={edited} onDelete={setRuleToDelete} />
        <Card id="rule" className={css['form']}>
          <h2>{edited ? `Edit ${edited.category}` : 'Add a rule'}</h2>
          <WageRuleForm key={edited ? edited.id : saved} edited={edited} fields={fields} />
        </Card>
      </div>
      {historyCategory && (
        <WageRuleHistory category={historyCategory} items={history?.category === historyCategory ? history.items : null} />
      )}
      <DeleteDialog
        title="Delete this rule?"
        sent={ruleToDelete && { category: ruleToDelete.category }}
        onClose={() => setRuleToDelete(undefined)}
      >
        Assets in “{ruleToDelete?.category}” will not be for sale and will earn nothing until you add a rule again.
      </DeleteDialog>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Wage Rules" title={TEXTS.load_failed} />
}
