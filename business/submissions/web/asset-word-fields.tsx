import { CATEGORIES, categoryLabel, DESCRIPTION_MOST, TITLE_MOST, WORDS } from '#catalogue/rules.ts'
import { Select } from '#platform/web/ui/select.tsx'
import { TextArea, TextField } from '#platform/web/ui/text-field.tsx'
import type { OwnedAsset } from '../contract.ts'

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))

type AssetWordFieldsProps = {
  asset: Pick<OwnedAsset, 'title' | 'description' | 'category' | 'tags'>
  /** What is wrong, by field, from the server. */
  fields: Record<string, string>
}

/** What may be edited about an asset, by its artist and by admins. */
export function AssetWordFields({ asset, fields }: AssetWordFieldsProps) {
  const tags = fields['tags'] ?? Object.entries(fields).find(([name]) => name.startsWith('tags.'))?.[1]
  return (
    <>
      <TextField
        label="Title"
        name="title"
        defaultValue={asset.title}
        maxLength={TITLE_MOST}
        error={fields['title']}
        check={(title) => (title.trim() ? undefined : WORDS.title_required)}
      />
      <TextArea
        label="Description"
        name="description"
        rows={5}
        defaultValue={asset.description}
        maxLength={DESCRIPTION_MOST}
        error={fields['description']}
        optional
      />
      <Select label="Category" name="category" options={CATEGORY_OPTIONS} defaultValue={asset.category} error={fields['category']} />
      <TextField label="Tags" name="tags" hint="With commas between." defaultValue={asset.tags.join(', ')} error={tags} optional />
    </>
  )
}
