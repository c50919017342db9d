import { type ChangeEvent, useId } from 'react'
import { IconCamera, IconUpload } from '#platform/web/ui/icons.ts'
import { PICTURE_MAX_MB, SEARCHED_ACCEPT } from '../../picture-search.rules.ts'
import css from './picture-search.module.css'

/** Where a picture is chosen or photographed. Dropping and pasting work on the whole panel. */
export function PictureChooser({ onPicture }: { onPicture: (picture: Blob) => void }) {
  const id = useId()
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const picture = currentTarget.files?.[0]
    // The same file may be chosen again.
    currentTarget.value = ''
    if (picture) onPicture(picture)
  }
  return (
    <div className={css['chooser']}>
      <label className={css['choose']} htmlFor={id}>
        <IconUpload size={24} stroke={1.5} aria-hidden="true" />
        <span className={css['strong']}>Choose a picture</span>
        <span className={css['quiet']}>
          <span className={css['mouse']}>Or drop it here, or paste it. </span>PNG, JPG, WEBP, AVIF, SVG, or GIF, at most {PICTURE_MAX_MB}{' '}
          MB.
        </span>
        <input id={id} type="file" accept={SEARCHED_ACCEPT} aria-label="Choose a picture" onChange={take} />
      </label>
      <label className={css['camera']}>
        <IconCamera size={24} stroke={1.5} aria-hidden="true" />
        <span className={css['strong']}>Take a photo</span>
        <input type="file" accept="image/*" capture="environment" onChange={take} />
      </label>
    </div>
  )
}
