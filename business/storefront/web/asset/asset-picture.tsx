import type { AssetDetail } from '#catalogue/contract.ts'
import { matFor } from '#catalogue/rules.ts'
import { MatChoice, Preview } from '#catalogue/web/index.ts'
import css from './asset-picture.module.css'

/** The large preview on a mat with a choice of backgrounds. The choice is CSS only, so it works before hydration. */
export function AssetPicture({ asset }: { asset: AssetDetail }) {
  return (
    <figure className={css['figure']}>
      <Preview asset={asset} width={1200} sizes="(min-width: 960px) 780px, 100vw" framed eager className={css['picture']} />
      <MatChoice name="mat" initial={matFor(asset.dominant_color)} onPicture />
    </figure>
  )
}
