import { type Dispatch, type FormEvent, useState } from 'react'
import { CATEGORIES, type Category, categoryLabel, parseTags } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { rememberCategory } from './add-files.ts'
import { type Change, chosenOf, type Draft } from './batch.ts'
import css from './create-many.module.css'

const OPTIONS = [{ value: '', label: 'As it is' }, ...CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))]

/** The same category and tags for all, or for what is ticked. */
export function BulkBar({ drafts, dispatch }: { drafts: readonly Draft[]; dispatch: Dispatch<Change> }) {
  const [category, setCategory] = useState<Category | ''>('')
  const [tags, setTags] = useState('')
  const chosen = chosenOf(drafts)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (category) rememberCategory(category)
    dispatch({ is: 'bulk', tags: parseTags(tags), ...(category && { category }) })
    setCategory('')
    setTags('')
  }
  const which = chosen.some(({ ticked }) => ticked) ? `${chosen.length} ticked` : `all ${chosen.length}`
  return (
    <form className={css['bulk']} aria-label="For several at once" onSubmit={apply}>
      <Select
        label="Category for several"
        options={OPTIONS}
        value={category}
        onChange={({ currentTarget }) => setCategory(currentTarget.value as Category | '')}
      />
      <TextField
        label="Add tags to several"
        placeholder="paper, autumn"
        value={tags}
        onChange={({ currentTarget }) => setTags(currentTarget.value)}
      />
      <Button type="submit" disabled={!category && tags.trim() === ''}>
        Apply to {which}
      </Button>
    </form>
  )
}
