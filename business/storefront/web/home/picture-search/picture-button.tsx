import { IconPictureSearch } from '#platform/web/ui/icons.ts'
import css from '../search-form.module.css'
import type { PictureOpener } from './use-home-picture-search.tsx'

export function PictureButton({ opener: { button, isOpen, toggle } }: { opener: PictureOpener }) {
  return (
    <button
      ref={button}
      type="button"
      className={css['picture']}
      aria-label="Search by picture"
      title="Search by picture"
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <IconPictureSearch size={22} aria-hidden="true" />
    </button>
  )
}
