import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { IconCheck, IconSearch } from '#platform/web/ui/icons.ts'
import { type FoundAsset, findAssets } from './find-assets.ts'
import css from './label.module.css'
import type { Editing } from './label-fields.tsx'

const DEBOUNCE_MS = 300

const NAMES: Record<PageUser['role'], { field: string; none: string }> = {
  employee: { field: 'Find one of your assets', none: 'None of your assets match.' },
  client: { field: 'Find one of your licensed assets', none: 'None of your licensed assets match.' },
  admin: { field: 'Find an asset', none: 'No assets match.' }
}

/** Searches the user's assets. Choosing one fills in its ID, which can also be typed. */
export function AssetChoice({ label, onChange }: Editing) {
  const role = useRouteLoaderData<{ user: PageUser | null }>('root')?.user?.role ?? 'client'
  const [search, setSearch] = useState('')
  const found = useAssetSearch(role, search)
  const choose = ({ id, title }: FoundAsset) => onChange({ asset_id: id, label_title: title })
  return (
    <div className={css['choice']}>
      <TextField
        label={NAMES[role].field}
        type="search"
        leading={<IconSearch size={16} aria-hidden="true" />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {found?.length === 0 && <p className={css['quiet']}>{search === '' ? 'No assets yet. Enter an asset ID.' : NAMES[role].none}</p>}
      {found && found.length > 0 && (
        <ul className={css['found']} aria-label="Assets found">
          {found.map((asset) => (
            <li key={asset.id}>
              <button type="button" className={css['asset']} aria-pressed={asset.id === label.asset_id} onClick={() => choose(asset)}>
                {asset.preview ? <img src={asset.preview} alt="" width={36} height={36} /> : <span className={css['blank']} />}
                <span className={css['assetText']}>
                  <b>{asset.title}</b>
                  {asset.note && <span className={css['quiet']}>{asset.note}</span>}
                </span>
                {asset.id === label.asset_id && <IconCheck size={18} aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns undefined until the first answer and after a failure; the ID can still be typed. */
function useAssetSearch(role: PageUser['role'], search: string): FoundAsset[] | undefined {
  const [found, setFound] = useState<FoundAsset[]>()
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const assets = await findAssets(role, search.trim()).catch(() => undefined)
      if (isCurrent) setFound(assets)
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [role, search])
  return found
}
