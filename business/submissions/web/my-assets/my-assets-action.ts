import type { RouterContextProvider } from 'react-router'
import { data } from 'react-router'
import { chooseIconPrefix } from '#icons/contract.ts'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { APPEAL_MESSAGES } from '../../appeal.rules.ts'
import { makeAppeal } from '../../appeals.contract.ts'
import { deleteAsset, deleteFile, editOwnAsset, resubmitAsset, reviseAsset } from '../../contract.ts'
import { MESSAGES } from '../../rules.ts'
import type { FieldTexts } from '../asset-fields.tsx'
import { readAssetFields } from '../read-asset-fields.ts'

const FAILURES = {
  delete: MESSAGES.delete_failed,
  edit: MESSAGES.edit_failed,
  revise: MESSAGES.revise_failed,
  resubmit: MESSAGES.resubmit_failed,
  remove: MESSAGES.remove_failed,
  appeal: APPEAL_MESSAGES.appeal_failed,
  prefix: 'Your prefix could not be saved. Please try again.'
} as const
type Intent = keyof typeof FAILURES
const SUCCESSES: Record<Intent, string> = {
  delete: 'Asset deleted.',
  edit: 'Changes saved.',
  revise: 'You can change its files until you resubmit it.',
  resubmit: 'Submitted for review again.',
  remove: 'File removed.',
  appeal: 'Appeal sent.',
  prefix: 'This is your prefix now.'
}

const isIntent = (text: string): text is Intent => Object.hasOwn(FAILURES, text)

function intentOf(form: FormData): Intent {
  const { intent = '' } = textFields(form)
  return isIntent(intent) ? intent : 'delete'
}

export const failureOf = (form: FormData): string => FAILURES[intentOf(form)]

const noFields: FieldTexts = {}

/** What artists do with their own assets: delete, edit, revise, resubmit, and appeal for one, or delete one of its files. */
export async function saveOwn(context: Readonly<RouterContextProvider>, form: FormData) {
  const intent = intentOf(form)
  const { id = '', message = '' } = textFields(form)
  const read = readAssetFields(form)
  if (intent === 'edit' && !read.ok) return data({ fields: read.fields }, 422)
  const api = context.get(apiContext)
  try {
    if (intent === 'edit' && read.ok) await api(editOwnAsset, { params: { id }, body: read.body })
    else if (intent === 'appeal') await api(makeAppeal, { params: { id }, body: { message } })
    else if (intent === 'prefix') await choosePrefix(api, form)
    else await run(api, intent, id)
    return { fields: noFields, done: SUCCESSES[intent] }
  } catch (error) {
    return failed(error, FAILURES[intent])
  }
}

async function choosePrefix(api: Api, form: FormData): Promise<void> {
  const { prefix = '' } = textFields(form)
  await api(chooseIconPrefix, { body: { prefix } })
}

async function run(api: Api, intent: Intent, id: string): Promise<void> {
  if (intent === 'delete') await api(deleteAsset, { params: { id }, query: {} })
  if (intent === 'revise') await api(reviseAsset, { params: { id } })
  if (intent === 'resubmit') await api(resubmitAsset, { params: { id } })
  if (intent === 'remove') await api(deleteFile, { params: { file_id: id } })
}
