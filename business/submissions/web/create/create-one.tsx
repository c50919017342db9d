import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { readStatedOrigin } from '#catalogue/origin.rules.ts'
import { CATEGORIES, parseTags } from '#catalogue/rules.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { AssetFields, type FieldTexts } from '../asset-fields.tsx'
import { type AssetDraft, readAssetDraft } from './asset-draft.ts'

type CreateOneProps = {
  busy: boolean
  fields: FieldTexts
  /** The login page, if the form was submitted without a session. */
  login?: string | undefined
  /** What was typed then, for a page without JavaScript. */
  typed?: AssetDraft | undefined
}

/** The Create Asset form. It is filled with what was typed before a login that the artist was asked for. */
export function CreateOne({ busy, fields, login, typed }: CreateOneProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => restore(form.current, readAssetDraft()), [])
  return (
    <>
      {fields['form'] && (
        <Notice tone="bad">
          {fields['form']}{' '}
          {login && (
            <LinkButton to={login} small>
              Log in
            </LinkButton>
          )}
        </Notice>
      )}
      <Form ref={form} method="post" noValidate>
        <Stack gap={4}>
          <AssetFields asset={typed && assetOf(typed)} fields={fields} />
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

const assetOf = ({ title = '', description = '', category, tags = '', origin }: AssetDraft) => ({
  title,
  description,
  category: CATEGORIES.find((known) => known === category) ?? CATEGORIES[0],
  tags: parseTags(tags),
  origin: readStatedOrigin(origin) || ('unknown' as const)
})

/** Fields are uncontrolled, so their values are set directly. */
function restore(form: HTMLFormElement | null, draft: AssetDraft): void {
  for (const [name, value = ''] of Object.entries(draft)) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) field.value = value
    // The choices of the origin.
    if (field instanceof RadioNodeList) field.value = value
  }
}
