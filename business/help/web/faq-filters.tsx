import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { VisuallyHidden } from '#platform/web/ui/spinner.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { FAQ_CATEGORIES, type FaqCategory } from '../rules.ts'
import css from './faq-page.module.css'

interface FaqFiltersProps {
  category: FaqCategory
  onCategory: (category: FaqCategory) => void
  typed: string
  onTyped: (typed: string) => void
}

/** Each category button sends the form; Enter in the search box keeps the category chosen. */
export function FaqFilters({ category, onCategory, typed, onTyped }: FaqFiltersProps) {
  return (
    <>
      <button type="submit" name="category" value={category} tabIndex={-1} className={css['enter']}>
        <VisuallyHidden>Search</VisuallyHidden>
      </button>
      <TextField
        label="Search"
        name="search"
        type="search"
        placeholder="Refund, license, upload …"
        leading={<IconSearch size={18} aria-hidden="true" />}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <fieldset className={css['categories']}>
        <legend>
          <VisuallyHidden>Category</VisuallyHidden>
        </legend>
        {FAQ_CATEGORIES.map((name) => (
          <Button key={name} small name="category" value={name} aria-pressed={name === category} onClick={() => onCategory(name)}>
            {name}
          </Button>
        ))}
      </fieldset>
    </>
  )
}
