import { useState } from 'react'
import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import { deleteWageRule, setWageRule, type WageRule, wageRules } from '../contract.ts'
import { WORDS } from '../rules.ts'
import type { Route } from './+types/wage-rules-page.ts'
import { WageRuleForm } from './wage-rule-form.tsx'
import css from './wage-rules-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Wage rules' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const rules = await context.get(apiContext)(wageRules, {})
  return { rules, edited: rules.find(({ category }) => category === params.get('edit')) ?? null, done: params.get('done') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = Object.fromEntries(await request.formData()) as Record<string, string>
  const api = context.get(apiContext)
  const { intent, category = '', wage = '', license_price = '', notes } = typed
  try {
    if (intent === 'delete') {
      await api(deleteWageRule, { params: { category } })
      return redirect('/admin/wage-rules?done=deleted')
    }
    await api(setWageRule, { body: { category, wage, license_price, notes } })
    return redirect(`/admin/wage-rules?done=${intent === 'edit' ? 'updated' : 'added'}`)
  } catch (error) {
    // The guard sends a wrong role home; here it is said instead, and the page stays.
    if (error instanceof Response && error.headers.get('location') === '/') return data({ fields: { form: WORDS.forbidden } }, 403)
    return failed(error, intent === 'delete' ? WORDS.delete_failed : WORDS.save_failed)
  }
}

/** After a refusal the page stays as it is. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

const DONE: Record<string, string> = { added: 'Rule added.', updated: 'Rule updated.', deleted: 'Rule deleted.' }

export default function WageRulesPage({ loaderData: { rules, edited, done }, actionData }: Route.ComponentProps) {
  const [doomed, setDoomed] = useState<WageRule>()
  const fields: Record<string, string> = actionData?.fields ?? {}
  return (
    <Page
      title="Wage Rules"
      intro="What an approved asset earns its artist, and what its personal license costs. Wages already booked never change."
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!actionData && done && DONE[done] && <Notice tone="good">{DONE[done]}</Notice>}
      <div className={css['desk']}>
        <Table
          caption="Wage rules"
          rows={rules}
          rowKey={({ id }) => id}
          selected={({ id }) => id === edited?.id}
          columns={[
            { head: 'Category', kind: 'title', cell: ({ category }) => <span className={css['category']}>{category}</span> },
            { head: 'Wage', kind: 'number', cell: ({ wage }) => money(wage) },
            { head: 'License price', kind: 'number', cell: ({ license_price }) => money(license_price) },
            { head: 'Notes', cell: ({ notes }) => notes || '–' },
            { head: '', kind: 'actions', cell: (rule) => <RowActions rule={rule} onDelete={setDoomed} /> }
          ]}
          empty={<EmptyState title="No wage rules yet.">Without a rule a category earns nothing and is not for sale.</EmptyState>}
        />
        <Card id="rule" className={css['form']}>
          <h2>{edited ? `Edit ${edited.category}` : 'Add a rule'}</h2>
          <WageRuleForm key={`${edited?.id} ${done} ${rules.length}`} edited={edited} fields={fields} />
        </Card>
      </div>
      <DeleteDialog rule={doomed} onClose={() => setDoomed(undefined)} />
    </Page>
  )
}

const money = (dollars: number) => showDollars(Math.round(dollars * 100))

function RowActions({ rule, onDelete }: { rule: WageRule; onDelete: (rule: WageRule) => void }) {
  return (
    <Stack row gap={2}>
      <LinkButton to={`?edit=${rule.category}#rule`} small aria-label={`Edit ${rule.category}`}>
        Edit
      </LinkButton>
      <Button type="button" small kind="danger" aria-label={`Delete ${rule.category}`} onClick={() => onDelete(rule)}>
        Delete
      </Button>
    </Stack>
  )
}

function DeleteDialog({ rule, onClose }: { rule: WageRule | undefined; onClose: () => void }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Dialog
      open={rule !== undefined}
      onClose={onClose}
      title="Delete this rule?"
      footer={
        <>
          <Button type="button" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" form="delete-rule" kind="danger" busy={busy}>
            Delete
          </Button>
        </>
      }
    >
      <Form id="delete-rule" method="post" preventScrollReset onSubmit={() => setTimeout(onClose)}>
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="category" value={rule?.category ?? ''} />
        <p>Assets of “{rule?.category}” will not be for sale and earn nothing until there is a rule again.</p>
      </Form>
    </Dialog>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Wage Rules" title={WORDS.load_failed} />
}
