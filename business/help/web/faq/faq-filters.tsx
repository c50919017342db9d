import { Button } from '#platform/web/ui/button.tsx'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { FAQ_CATEGORIES, type FaqCategory } from '../../rules.ts'
import css from './faq-page.module.css'

interface FaqFiltersProps {
  category: FaqCategory
  onCategory: (category: FaqCategory) => void
  search: string
  onSearch: (search: string) => void
}

/** Without JavaScript, each category button submits the form. Enter in the search box keeps the selected category. */
export function FaqFilters({ category, onCategory, search, onSearch }: FaqFiltersProps) {
  return (
    <>
      <button type="submit" name="category" value={category} tabIndex={-1} className={css['enter']}>
        <VisuallyHidden>Search</VisuallyHidden>
      </button>
      <TextField
        label="Search"
        name="search"
        type="search"
        placeholder="Refund, license, upload…"
        leading={<IconSearch size={18} aria-hidden="true" />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
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
