import type { AssetDetail } from '#catalogue/contract.ts'
import { copyText } from '#platform/web/copy-text.ts'
import type { Site } from '#platform/web/site.ts'
import { Button } from '#platform/web/ui/button.tsx'
import css from './embed-code.module.css'
import { embedMarkup } from './embed-markup.ts'

/** The markup of an asset that is free now, for other sites, to copy. Without JavaScript, it is selected by hand. */
export function EmbedCode({ asset, site }: { asset: AssetDetail; site: Site }) {
  const markup = asset.is_currently_free ? embedMarkup(asset, site) : undefined
  if (markup === undefined) return null
  return (
    <details className={css['embed']}>
      <summary>Embed</summary>
      <p>
        Paste this into a page to show this work with its credit. It has no scripts. The picture has no watermark while the work is free.
      </p>
      <textarea
        readOnly
        rows={6}
        spellCheck={false}
        aria-label="Markup to embed"
        value={markup}
        onFocus={(event) => event.target.select()}
      />
      <Button type="button" small onClick={() => void copyText(markup, 'Markup copied.')}>
        Copy
      </Button>
    </details>
  )
}
