import { useId } from 'react'
import { categoryLabel } from '#catalogue/rules.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { Picture } from '#submissions/web/index.ts'
import type { RejectDraft } from '../pins/pin-draft.ts'
import { pictureOf } from '../review-picture.tsx'
import css from './duplicate-field.module.css'
import { type FoundAssets, useAssetSearch } from './use-asset-search.ts'

type DuplicateFieldProps = {
  /** Assets that look nearly the same. */
  near: readonly ReviewedAsset[]
  /** The rejected assets, none of which is its own duplicate. */
  rejected: readonly string[]
  chosen: RejectDraft['duplicate']
  error: string | undefined
  onChoose: (chosen: RejectDraft['duplicate']) => void
}

/** Chooses the other asset: one that looks nearly the same, or one found by its title, tag, or address. */
export function DuplicateField({ near, rejected, chosen, error, onChoose }: DuplicateFieldProps) {
  const name = useId()
  const { found, search } = useAssetSearch()
  const others = [...near, ...(found.state === 'found' ? found.assets : [])]
  const offered = [...new Map(others.map((asset) => [asset.id, asset])).values()].filter(({ id }) => !rejected.includes(id))
  return (
    <fieldset className={css['field']} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>Which asset is it a duplicate of?</legend>
      <p className={css['quiet']} role="status">
        {chosen ? `Chosen: ${chosen.title}` : statusOf(found, offered.length)}
      </p>
      {error && (
        <p id={`${name}-error`} className={css['error']} role="alert">
          {error}
        </p>
      )}
      {offered.length > 0 && (
        <ul className={css['list']}>
          {offered.map((asset) => (
            <li key={asset.id}>
              <label className={classNames(css['one'], chosen?.id === asset.id && css['chosen'])}>
                <input type="radio" name={name} checked={chosen?.id === asset.id} onChange={() => onChoose(asset)} />
                <Picture urls={pictureOf(asset)?.preview_urls} alt="" sizes="120px" />
                <span className={css['name']}>{asset.title}</span>
                <span className={css['quiet']}>
                  {categoryLabel(asset.status)} · {asset.employee_name}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label="Find another asset"
        type="search"
        maxLength={200}
        placeholder="Title, tag, or address"
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter would reject the asset.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
    </fieldset>
  )
}

function statusOf(found: FoundAssets, offered: number): string {
  if (found.state === 'loading') return 'Searching…'
  if (found.state === 'failed') return 'The search failed. Please try again.'
  if (offered > 0) return 'Choose one.'
  return found.state === 'found' ? 'No other asset found.' : 'Search for it.'
}
