import type { AssetDetail } from '#catalogue/contract.ts'
import { matFor } from '#catalogue/rules.ts'
import { Preview } from '#catalogue/web/index.ts'
import css from './asset-picture.module.css'

const MATS = [
  { mat: 'paper', label: 'Paper' },
  { mat: 'dark', label: 'Dark' },
  { mat: 'checker', label: 'Checker' }
] as const

/** The large preview on a mat with a choice of backgrounds. The choice is CSS only, so it works before hydration. */
export function AssetPicture({ asset }: { asset: AssetDetail }) {
  const initial = matFor(asset.dominant_color)
  return (
    <figure className={css['figure']}>
      <Preview asset={asset} width={1200} sizes="(min-width: 960px) 780px, 100vw" framed eager className={css['picture']} />
      <fieldset className={css['mats']}>
        <legend className={css['legend']}>Mat</legend>
        {MATS.map(({ mat, label }) => (
          <label key={mat} className={css['mat']} title={label}>
            <input type="radio" name="mat" value={mat} defaultChecked={mat === initial} aria-label={label} />
          </label>
        ))}
      </fieldset>
    </figure>
  )
}
