import type { RouterContextProvider } from 'react-router'
import { data } from 'react-router'
import { MESSAGES as CATALOGUE_WORDS } from '#catalogue/rules.ts'
import { failed } from '#platform/web/action.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { momentTyped } from '#platform/web/zone-time.ts'
import { decideAsset, editAsset, releaseAsset, setFree, withholdAsset } from '#submissions/review.contract.ts'
import { MESSAGES } from '#submissions/rules.ts'
import { readAssetFields } from '#submissions/web/index.ts'
import { eachOf } from '../each-of.ts'

type Context = Readonly<RouterContextProvider>

export async function saveEdit(context: Context, form: FormData) {
  const { id = '' } = textFields(form)
  const read = readAssetFields(form)
  if (!read.ok) return data({ fields: read.fields }, 422)
  try {
    await context.get(apiContext)(editAsset, { params: { id }, body: read.body })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, MESSAGES.edit_failed)
  }
}

export async function saveFree(context: Context, form: FormData) {
  const { id = '', mode, free_starts_at: start = '', free_ends_at: end = '' } = textFields(form)
  const [free_starts_at = null, free_ends_at = null] = mode === 'scheduled' ? [momentTyped(start), momentTyped(end)] : []
  if (mode === 'scheduled' && !free_starts_at) return data({ fields: { free_starts_at: 'Choose a start.' } }, 422)
  if (end && mode === 'scheduled' && !free_ends_at) return data({ fields: { free_ends_at: 'Enter a valid date and time.' } }, 422)
  try {
    const body = { is_free: mode === 'now', free_starts_at, free_ends_at }
    await context.get(apiContext)(setFree, { params: { id }, body })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, MESSAGES.free_failed)
  }
}

export async function saveWithhold(context: Context, form: FormData) {
  const { id = '', reason = '' } = textFields(form)
  try {
    await context.get(apiContext)(withholdAsset, { params: { id }, body: { reason } })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, CATALOGUE_WORDS.withhold_failed)
  }
}

export async function saveRelease(context: Context, form: FormData) {
  const { id = '', reason = '' } = textFields(form)
  try {
    await context.get(apiContext)(releaseAsset, { params: { id }, body: { reason } })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, CATALOGUE_WORDS.release_failed)
  }
}

/** Publishes the files that became ready after the asset's approval. */
export async function saveFiles(context: Context, form: FormData) {
  const { id = '', version = '' } = textFields(form)
  try {
    await context.get(apiContext)(decideAsset, { params: { id }, body: { status: 'approved', version } })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, MESSAGES.status_failed)
  }
}

/** As many as a page has. */
const MANY_MAX = 12

/** Makes several assets free now, or not free. Returns what was done, with the ids, and why it was not done to the others. */
export async function saveFreeOfMany(context: Context, form: FormData) {
  const ids = form.getAll('id').slice(0, MANY_MAX).map(String)
  const is_free = form.get('mode') === 'now'
  const body = { is_free, free_starts_at: null, free_ends_at: null }
  // The call with an empty id refuses, and it refuses anyone who is not an admin.
  const { done_ids, error } = await eachOf(ids, (id) => context.get(apiContext)(setFree, { params: { id }, body }))
  const refusal = error === undefined ? undefined : failed(error, MESSAGES.free_failed)
  if (refusal && done_ids.length === 0) return refusal
  const count = done_ids.length === 1 ? '1 asset is' : `${done_ids.length} assets are`
  return { fields: refusal?.data.fields ?? {}, done: `${count} ${is_free ? 'free now' : 'no longer free'}.`, done_ids }
}

/** Gives several assets the free periods that they had: 'ASSET|is free|start|end' each, as `periodOf` writes them. */
export async function restoreFreeOfMany(context: Context, form: FormData) {
  const periods = form.getAll('was').slice(0, MANY_MAX).map(String)
  try {
    for (const period of periods.length > 0 ? periods : ['']) {
      const [id = '', is_free, start, end] = period.split('|')
      const body = { is_free: is_free === 'true', free_starts_at: start || null, free_ends_at: end || null }
      await context.get(apiContext)(setFree, { params: { id }, body })
    }
    return { fields: {} }
  } catch (error) {
    return failed(error, MESSAGES.free_failed)
  }
}
