import { createContext, data, redirect, useNavigation } from 'react-router'
import { employeeWageRules } from '#payroll/contract.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext, denialStatus, loginAddress, requestContext } from '#platform/web/page.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { createAsset, uploadLimits } from '../../contract.ts'
import { MESSAGES } from '../../rules.ts'
import { storeLastCreatedAsset } from '../last-created-asset.ts'
import { readAssetFields } from '../read-asset-fields.ts'
import { WageTable } from '../wage-table.tsx'
import type { Route } from './+types/create-asset-page.ts'
import { forgetAssetDraft, storeAssetDraft } from './asset-draft.ts'
import { CreateMany } from './create-many.tsx'
import { CreateOne } from './create-one.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Create asset' }]

/** Marks the answer to a form submitted without a session: the page shows what was typed instead of redirecting to the login. */
const signedOutContext = createContext(false)

export async function loader({ request, context }: Route.LoaderArgs) {
  const many = new URL(request.url).searchParams.has('many')
  if (context.get(signedOutContext)) return { rules: [], max_upload_mb: 0, artist: '', many }
  const api = context.get(apiContext)
  const [rules, { max_upload_mb }] = await Promise.all([api(employeeWageRules, {}), api(uploadLimits, {})])
  return { rules, max_upload_mb, artist: context.get(requestContext).user?.id ?? '', many }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const read = readAssetFields(form)
  if (!read.ok) return data({ fields: read.fields }, 422)
  try {
    const { asset_id } = await context.get(apiContext)(createAsset, { body: { ...read.body, origin: read.body.origin ?? '' } })
    return redirect(uploadPath(asset_id))
  } catch (error) {
    if (denialStatus(error) !== 401) return failed(error, MESSAGES.create_failed)
    context.set(signedOutContext, true)
    return data({ fields: { form: MESSAGES.login }, login: loginAddress(request), typed: textFields(form) }, 401)
  }
}

export async function clientAction(sent: Route.ClientActionArgs) {
  const form = await sent.request.clone().formData()
  try {
    const answer = await callServerAction(sent, { failed: MESSAGES.create_failed })
    if (isSignedOut(answer)) storeAssetDraft(textFields(form))
    return answer
  } catch (error) {
    const created = createdAsset(error)
    if (created) {
      storeLastCreatedAsset(created)
      forgetAssetDraft()
    }
    throw error
  }
}

const uploadPath = (asset_id: string): string => `/upload-file/${asset_id}`

/** The id in the redirect that follows a creation. */
function createdAsset(thrown: unknown): string | undefined {
  const location = thrown instanceof Response ? thrown.headers.get('location') : null
  return location?.startsWith(uploadPath('')) ? location.slice(uploadPath('').length) : undefined
}

const isSignedOut = (answer: object): boolean => 'login' in answer

const ONE_INTRO = 'Describe it the way people would search for it. You upload the file in the next step.'
const MANY_INTRO = 'Drop your files. Titles and tags are suggested from file names and embedded metadata.'

export default function CreateAssetPage({ loaderData: { rules, max_upload_mb, artist, many }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const signedOut = actionData && 'login' in actionData ? actionData : undefined
  return (
    <Page width={many ? 'desk' : 'text'} title="Create Asset" intro={many ? MANY_INTRO : ONE_INTRO}>
      <LinkTabs
        label="How many"
        tabs={[
          { to: '/create-asset', label: 'One', current: !many },
          { to: '/create-asset?many', label: 'Several at once', current: many }
        ]}
      />
      {many ? (
        <CreateMany max_mb={max_upload_mb} artist={artist} />
      ) : (
        <CreateOne busy={busy} fields={actionData?.fields ?? {}} login={signedOut?.login} typed={signedOut?.typed} />
      )}
      {rules.length > 0 && <WageTable rules={rules} />}
    </Page>
  )
}
