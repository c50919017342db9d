import { textFields } from '#platform/web/form.ts'
import { makeClaim } from '../contract.ts'
import { assetIdIn } from '../rules.ts'

const FIELDS = ['kind', 'name', 'email', 'address', 'role', 'work', 'work_url', 'signature'] as const

/** What was typed, to show it again next to the errors. */
export type TypedClaim = Partial<Record<(typeof FIELDS)[number] | 'asset' | 'good_faith' | 'accuracy', string>>

/** Reads the report form with the endpoint's own schema. `asset_id` comes from the page's address, or else from what was typed. */
export function readClaimForm(form: FormData, asset_id: string | undefined) {
  const typed: TypedClaim = textFields(form)
  const body = makeClaim.body.safeParse({
    ...Object.fromEntries(FIELDS.map((name) => [name, typed[name] ?? ''])),
    asset_id: asset_id ?? assetIdIn(typed.asset ?? ''),
    good_faith: typed.good_faith === 'true',
    accuracy: typed.accuracy === 'true'
  })
  if (body.success) return { ok: true, typed, body: body.data } as const
  const fields = Object.fromEntries(
    body.error.issues.map(({ path, message }) => [path[0] === 'asset_id' ? 'asset' : String(path[0]), message])
  )
  return { ok: false, typed, fields } as const
}
