import { z } from 'zod'
import { category } from '#catalogue/contract.ts'
import { textFields } from '#platform/web/form.ts'
import type { FieldTexts } from './asset-fields.tsx'

const text = z.string().default('')
const assetFields = z.object({ title: text, description: text, category, tags: text, origin: z.string().optional() })

type Read = { ok: true; body: z.output<typeof assetFields> } | { ok: false; fields: FieldTexts }

/** Reads the fields of the asset form. Only the category is checked here; the API checks the rest. */
export function readAssetFields(form: FormData): Read {
  const { data, error } = assetFields.safeParse(textFields(form))
  if (data) return { ok: true, body: data }
  return { ok: false, fields: Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])) }
}
