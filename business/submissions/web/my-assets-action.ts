import type { RouterContextProvider } from 'react-router'
import type { Category } from '#catalogue/rules.ts'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { apiContext } from '#platform/web/page.ts'
import { deleteAsset, deleteFile, editOwnAsset, resubmitAsset, takeUpAsset } from '../contract.ts'
import { WORDS } from '../rules.ts'

export type OwnAnswer = { fields: Record<string, string>; done?: string }

const typed = (form: FormData, name: string): string => String(form.get(name) ?? '')

const FAILURES = {
  delete: WORDS.delete_failed,
  edit: WORDS.edit_failed,
  mend: WORDS.mend_failed,
  resubmit: WORDS.resubmit_failed,
  remove: WORDS.remove_failed
} as const
type Intent = keyof typeof FAILURES
const SAID = {
  delete: 'Asset deleted.',
  edit: 'Changes saved.',
  mend: 'Its files can be changed until you send it again.',
  resubmit: 'Sent to review again.',
  remove: 'File removed.'
} as const

const intentOf = (form: FormData): Intent => {
  const intent = typed(form, 'intent')
  return intent in FAILURES ? (intent as Intent) : 'delete'
}

export const failureOf = (form: FormData): string => FAILURES[intentOf(form)]

/** What an artist does with an asset of their own: deletes it, edits it, takes it up, sends it again or takes a file out. */
export async function saveOwn(context: Readonly<RouterContextProvider>, form: FormData) {
  const api = context.get(apiContext)
  const intent = intentOf(form)
  const id = typed(form, 'id')
  try {
    if (intent === 'delete') await api(deleteAsset, { params: { id }, query: {} })
    if (intent === 'mend') await api(takeUpAsset, { params: { id } })
    if (intent === 'resubmit') await api(resubmitAsset, { params: { id } })
    if (intent === 'remove') await api(deleteFile, { params: { file_id: id } })
    if (intent === 'edit') await api(editOwnAsset, { params: { id }, body: wordsOf(form) })
    return { fields: {} as FieldErrors, done: SAID[intent] }
  } catch (error) {
    return failed(error, FAILURES[intent])
  }
}

const wordsOf = (form: FormData) => ({
  title: typed(form, 'title'),
  description: typed(form, 'description'),
  category: typed(form, 'category') as Category,
  tags: typed(form, 'tags')
})
