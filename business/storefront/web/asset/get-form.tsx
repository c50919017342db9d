import type { FormEvent, ReactNode } from 'react'
import type { AssetCard } from '#catalogue/contract.ts'
import { MESSAGES, UNTITLED } from '#catalogue/rules.ts'
import { type Wanted, wantedIn } from '#licensing/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import css from './get-form.module.css'

/** The format of the free license. */
const FREE_FORMAT = 'png'

type GetFormProps<Asset> = {
  asset: Asset
  formats: readonly string[]
  onGet: (asset: Asset, wanted: Wanted) => void
  className?: string | undefined
  id?: string
  /** The form's address before hydration. The default is the asset's page. */
  action?: string | undefined
  /** Other fields for that page. */
  children?: ReactNode
}

/** A format selector and the Get button. */
export function GetForm<Asset extends Pick<AssetCard, 'id' | 'title' | 'is_currently_free'>>({
  asset,
  formats,
  onGet,
  className,
  id,
  action = `/assets/${asset.id}`,
  children
}: GetFormProps<Asset>) {
  const title = asset.title || UNTITLED
  const isEmpty = formats.length === 0
  const get = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onGet(asset, wantedIn(new FormData(event.currentTarget)))
  }
  return (
    <form id={id} className={classNames(css['form'], className)} action={action} onSubmit={get}>
      {children}
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
      <Button kind="main" small disabled={isEmpty} title={isEmpty ? MESSAGES.no_files : undefined}>
        {asset.is_currently_free ? 'Get Free' : 'Get'}
      </Button>
    </form>
  )
}
