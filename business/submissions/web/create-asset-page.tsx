import { Form, redirect, useNavigation } from 'react-router'
import { CATEGORIES, categoryLabel, DESCRIPTION_MOST, TITLE_MOST } from '#catalogue/rules.ts'
import { employeeWageRules } from '#payroll/contract.ts'
import { failed } from '#platform/web/action.ts'
import { answered } from '#platform/web/client-action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { TextArea, TextField } from '#platform/web/ui/text-field.tsx'
import { createAsset, uploadLimits } from '../contract.ts'
import { WORDS } from '../rules.ts'
import type { Route } from './+types/create-asset-page.ts'
import { CreateMany } from './create-many.tsx'
import { WageTable } from './wage-table.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Create asset' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [rules, { max_upload_mb }] = await Promise.all([api(employeeWageRules, {}), api(uploadLimits, {})])
  const artist = context.get(requestContext).user?.id ?? ''
  return { rules, max_upload_mb, artist, many: new URL(request.url).searchParams.has('many') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = Object.fromEntries(await request.formData())
  try {
    const { asset_id } = await context.get(apiContext)(createAsset, { body: typed as unknown as { title: string; category: 'icon' } })
    return redirect(`/upload-file/${asset_id}`)
  } catch (error) {
    return failed(error, WORDS.create_failed)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => answered(sent, { failed: WORDS.create_failed })

const ONE_INTRO = 'Describe it the way people would search for it. The file comes next.'
const MANY_INTRO = 'Drop your files. Titles and tags are suggested from their names and from what is written in them.'
const OPTIONS = CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))
const required = (value: string) => (value.trim() === '' ? WORDS.title : undefined)

export default function CreateAssetPage({ loaderData: { rules, max_upload_mb, artist, many }, actionData }: Route.ComponentProps) {
  return (
    <Page width={many ? 'desk' : 'text'} title="Create Asset" intro={many ? MANY_INTRO : ONE_INTRO}>
      <LinkTabs
        label="How many"
        tabs={[
          { to: '/create-asset', label: 'One', current: !many },
          { to: '/create-asset?many', label: 'Several at once', current: many }
        ]}
      />
      {many ? <CreateMany max_mb={max_upload_mb} artist={artist} /> : <CreateOne fields={actionData?.fields ?? {}} />}
      <WageTable rules={rules} />
    </Page>
  )
}

function CreateOne({ fields }: { fields: Record<string, string> }) {
  const tags = Object.entries(fields).find(([name]) => name.startsWith('tags'))?.[1]
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <Form method="post" noValidate>
        <Stack gap={4}>
          <TextField label="Title" name="title" required maxLength={TITLE_MOST} check={required} error={fields['title']} />
          <TextArea label="Description" name="description" rows={4} maxLength={DESCRIPTION_MOST} optional error={fields['description']} />
          <Select label="Category" name="category" options={OPTIONS} error={fields['category']} />
          <TextField label="Tags" name="tags" optional hint="Separated by commas: fox, animal, orange" error={tags} />
          <div>
            <Button type="submit" kind="main" busy={busy}>
              {busy ? 'Creating…' : 'Create and add a file'}
            </Button>
          </div>
        </Stack>
      </Form>
    </>
  )
}
