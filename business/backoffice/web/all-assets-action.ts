import type { RouterContextProvider } from 'react-router'
import { data } from 'react-router'
import type { Category } from '#catalogue/rules.ts'
import { failed } from '#platform/web/action.ts'
import { apiContext } from '#platform/web/page.ts'
import { momentTyped } from '#platform/web/zone-time.ts'
import { editAsset, setFree } from '#submissions/review.contract.ts'
import { WORDS } from '#submissions/rules.ts'

type Context = Readonly<RouterContextProvider>

const typed = (form: FormData, name: string): string => String(form.get(name) ?? '')

export async function saveEdit(context: Context, form: FormData) {
  const body = {
    title: typed(form, 'title'),
    description: typed(form, 'description'),
    category: typed(form, 'category') as Category,
    tags: typed(form, 'tags')
  }
  try {
    await context.get(apiContext)(editAsset, { params: { id: typed(form, 'id') }, body })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, WORDS.edit_failed)
  }
}

export async function saveFree(context: Context, form: FormData) {
  const mode = typed(form, 'mode')
  const [start, end] = [typed(form, 'free_starts_at'), typed(form, 'free_ends_at')]
  const [free_starts_at = null, free_ends_at = null] = mode === 'scheduled' ? [momentTyped(start), momentTyped(end)] : []
  if (mode === 'scheduled' && !free_starts_at) return data({ fields: { free_starts_at: 'Choose when it starts.' } }, 422)
  if (end && mode === 'scheduled' && !free_ends_at) return data({ fields: { free_ends_at: 'This is no date and time.' } }, 422)
  try {
    const body = { is_free: mode === 'now', free_starts_at, free_ends_at }
    await context.get(apiContext)(setFree, { params: { id: typed(form, 'id') }, body })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, WORDS.free_failed)
  }
}
