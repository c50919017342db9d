import { Form, useNavigation } from 'react-router'
import { MESSAGES } from '#catalogue/rules.ts'
import type { SynonymGroup } from '#catalogue/search.contract.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'

const checkWords = (typed: string) => (typed.split(',').filter((word) => word.trim()).length < 2 ? MESSAGES.synonyms_required : undefined)

interface SynonymFormProps {
  edited: SynonymGroup | null
  prefilled: string
  fields: Record<string, string>
}

/** Adds a synonym group or replaces the words of one. */
export function SynonymForm({ edited, prefilled, fields }: SynonymFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" action="/admin/synonyms" noValidate preventScrollReset>
      <input type="hidden" name="intent" value={edited ? 'edit' : 'add'} />
      {edited && <input type="hidden" name="id" value={edited.id} />}
      <Stack gap={4}>
        <TextArea
          label="Words"
          name="words"
          rows={4}
          hint="Separated by commas. An entry can have several words: trash, bin, recycle bin."
          defaultValue={edited?.words.join(', ') ?? (prefilled && `${prefilled}, `)}
          check={checkWords}
          error={fields['words']}
        />
        <Checkbox
          label="One way"
          name="one_way"
          defaultChecked={edited?.one_way ?? false}
          hint="The first word finds the others, but they do not find it. Example: “fruit” finds “apple”, but “apple” does not find “fruit”."
        />
        <Stack row gap={2}>
          <Button type="submit" kind="main" busy={busy}>
            {edited ? 'Save changes' : 'Add group'}
          </Button>
          {edited && (
            <LinkButton to="/admin/synonyms" kind="quiet" preventScrollReset>
              Cancel edit
            </LinkButton>
          )}
        </Stack>
      </Stack>
    </Form>
  )
}
