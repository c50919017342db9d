import { type AssetFields as AssetFieldValues, CATEGORIES, categoryLabel, DESCRIPTION_MAX, TITLE_MAX } from '#catalogue/rules.ts'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import type { OwnedAsset } from '../contract.ts'
import { MESSAGES } from '../rules.ts'
import { OriginField } from './origin-field.tsx'

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))

/** Errors from the server, by field. */
export type FieldTexts = Record<string, string>

type AssetFieldsProps = {
  asset?: Pick<OwnedAsset, keyof AssetFieldValues> | undefined
  fields: FieldTexts
}

/** The fields of the Create Asset form and of the Edit Asset dialog. Without an asset they are empty. */
export function AssetFields({ asset, fields }: AssetFieldsProps) {
  const tags = fields['tags'] ?? Object.entries(fields).find(([name]) => name.startsWith('tags.'))?.[1]
  return (
    <>
      <TextField
        label="Title"
        name="title"
        required
        defaultValue={asset?.title}
        maxLength={TITLE_MAX}
        error={fields['title']}
        check={(title) => (title.trim() ? undefined : MESSAGES.title)}
      />
      <TextArea
        label="Description"
        name="description"
        rows={5}
        defaultValue={asset?.description}
        maxLength={DESCRIPTION_MAX}
        error={fields['description']}
        optional
      />
      <Select label="Category" name="category" options={CATEGORY_OPTIONS} defaultValue={asset?.category} error={fields['category']} />
      <TextField
        label="Tags"
        name="tags"
        hint="Separated by commas: fox, animal, orange"
        defaultValue={asset?.tags.join(', ')}
        error={tags}
        optional
      />
      <OriginField origin={asset?.origin} error={fields['origin']} />
    </>
  )
}
