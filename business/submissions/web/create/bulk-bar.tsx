import { type Dispatch, type FormEvent, useState } from 'react'
import { readStatedOrigin, type StatedOrigin } from '#catalogue/origin.rules.ts'
import { CATEGORIES, type Category, categoryLabel, parseTags } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { ORIGIN_OPTIONS } from '../origin-options.ts'
import { rememberCategory } from './add-files.ts'
import { type Change, chosenOf, type Draft } from './batch.ts'
import css from './create-many.module.css'

const UNCHANGED = { value: '', label: 'Unchanged' }
const ORIGINS = [UNCHANGED, ...ORIGIN_OPTIONS]
const OPTIONS = [UNCHANGED, ...CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))]

/** Sets the category and the origin and adds tags for all assets, or for the ticked ones. */
export function BulkBar({ drafts, dispatch }: { drafts: readonly Draft[]; dispatch: Dispatch<Change> }) {
  const [category, setCategory] = useState<Category | ''>('')
  const [origin, setOrigin] = useState<StatedOrigin | ''>('')
  const [tags, setTags] = useState('')
  const chosen = chosenOf(drafts)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (category) rememberCategory(category)
    dispatch({ is: 'bulk', tags: parseTags(tags), ...(category && { category }), ...(origin && { origin }) })
    setCategory('')
    setOrigin('')
    setTags('')
  }
  const target = chosen.some(({ ticked }) => ticked) ? `${chosen.length} ticked` : `all ${chosen.length}`
  return (
    <form className={css['bulk']} aria-label="Edit several assets" onSubmit={apply}>
      <Select
        label="Category for several"
        options={OPTIONS}
        value={category}
        onChange={({ currentTarget }) => setCategory(CATEGORIES.find((known) => known === currentTarget.value) ?? '')}
      />
      <Select
        label="Origin for several"
        options={ORIGINS}
        value={origin}
        onChange={({ currentTarget }) => setOrigin(readStatedOrigin(currentTarget.value))}
      />
      <TextField
        label="Add tags to several"
        placeholder="paper, autumn"
        value={tags}
        onChange={({ currentTarget }) => setTags(currentTarget.value)}
      />
      <Button type="submit" disabled={!category && !origin && tags.trim() === ''}>
        Apply to {target}
      </Button>
    </form>
  )
}
