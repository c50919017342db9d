import { Form, useNavigation } from 'react-router'
import { FEATURED_MESSAGES, FEATURED_SUMMARY_MAX, FEATURED_TITLE_MAX } from '#catalogue/featured.rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'

type CollectionFormProps = {
  collection?: { title: string; summary: string }
  button: string
  fields: Record<string, string>
}

/** Adds a collection or changes its texts. */
export function CollectionForm({ collection, button, fields }: CollectionFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'texts'
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="intent" value="texts" />
      <Stack gap={4}>
        <TextField
          label="Title"
          name="title"
          maxLength={FEATURED_TITLE_MAX}
          defaultValue={collection?.title}
          check={(typed) => (typed.trim() === '' ? FEATURED_MESSAGES.title_required : undefined)}
          error={fields['title']}
        />
        <TextArea
          label="Summary"
          name="summary"
          rows={3}
          maxLength={FEATURED_SUMMARY_MAX}
          hint="One sentence, shown on its page and in search engines."
          defaultValue={collection?.summary}
          check={(typed) => (typed.trim() === '' ? FEATURED_MESSAGES.summary_required : undefined)}
          error={fields['summary']}
        />
        <Stack row gap={2}>
          <Button type="submit" kind="main" busy={busy}>
            {button}
          </Button>
        </Stack>
      </Stack>
    </Form>
  )
}
