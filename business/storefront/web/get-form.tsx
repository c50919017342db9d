import type { FormEvent } from 'react'
import type { AssetCard } from '#catalogue/contract.ts'
import { UNTITLED, WORDS } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import css from './get-form.module.css'

/** What the free licence gives. */
const FREE_FORMAT = 'png'

type GetFormProps<Asset> = {
  asset: Asset
  formats: readonly string[]
  onGet: (asset: Asset) => void
  className?: string | undefined
}

/** A format and Get. Before the page comes alive it leads to the asset's own page. */
export function GetForm<Asset extends Pick<AssetCard, 'id' | 'title' | 'is_currently_free'>>({
  asset,
  formats,
  onGet,
  className
}: GetFormProps<Asset>) {
  const title = asset.title || UNTITLED
  const isEmpty = formats.length === 0
  const get = (event: FormEvent) => {
    event.preventDefault()
    onGet(asset)
  }
  return (
    <form className={classNames(css['form'], className)} action={`/assets/${asset.id}`} onSubmit={get}>
      {!isEmpty && (
        <select
          className={css['format']}
          name="format"
          defaultValue={asset.is_currently_free ? FREE_FORMAT : undefined}
          aria-label={`File format of ${title}`}
        >
          {formats.map((format) => (
            <option key={format} value={format}>
              {format.toUpperCase()}
            </option>
          ))}
        </select>
      )}
      <Button kind="main" small disabled={isEmpty} title={isEmpty ? WORDS.no_files : undefined}>
        {asset.is_currently_free ? 'Get Free' : 'Get'}
      </Button>
    </form>
  )
}
