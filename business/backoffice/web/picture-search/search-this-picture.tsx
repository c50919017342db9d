import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { searchAllByPicture } from '#catalogue/picture-search.contract.ts'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import { PictureSearch } from '#catalogue/web/index.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconPictureSearch } from '#platform/web/ui/icons.ts'
import { Picture } from '#submissions/web/index.ts'
import css from './search-this-picture.module.css'

const SEARCH = route<typeof searchAllByPicture>({ method: 'POST', path: '/admin/assets/search-by-picture' })
const FAILED = 'The picture of this asset could not be loaded. Please choose it from a file.'

type SearchThisPictureProps = {
  /** The asset whose picture is searched with. It is not in its own results. */
  asset_id: string
  /** The address of a preview without the watermark, or undefined for an asset without a picture: then a file is chosen. */
  picture_url: string | undefined
}

/** Searches works in any status by the picture of an asset, or by another picture that an admin has, such as a claimant's. */
export function SearchThisPicture({ asset_id, picture_url }: SearchThisPictureProps) {
  const [opened, setOpened] = useState<{ picture?: Blob }>()
  const [failure, setFailure] = useState<string>()
  const [isLoading, setLoading] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const openWithAsset = async () => {
    setFailure(undefined)
    setLoading(true)
    const picture = picture_url === undefined ? undefined : await loadPicture(picture_url)
    setLoading(false)
    if (picture_url !== undefined && !picture) setFailure(FAILED)
    setOpened(picture ? { picture } : {})
  }
  const close = () => {
    setOpened(undefined)
    setFailure(undefined)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const search = async (body: FormData, signal: AbortSignal) => {
    const { same, near, similar } = await browserApi()(SEARCH, { body }, { signal })
    const others = <Asset extends { id: string }>(assets: Asset[]) => assets.filter(({ id }) => id !== asset_id)
    return { same: others(same), near: others(near), similar: others(similar) }
  }
  if (!opened)
    return (
      <div className={css['openers']}>
        <Button ref={opener} type="button" busy={isLoading} onClick={() => void openWithAsset()}>
          <IconPictureSearch size={18} aria-hidden="true" />
          Search by this picture
        </Button>
        <Button type="button" kind="quiet" onClick={() => setOpened({})}>
          Search by another picture…
        </Button>
      </div>
    )
  return (
    <div className={css['opened']}>
      {failure && <Notice tone="warn">{failure}</Notice>}
      <Suspense fallback={null}>
        <PictureSearch picture={opened.picture} search={search} show={(assets) => <FoundWorks assets={assets} />} onClose={close} />
      </Suspense>
    </div>
  )
}

/** Loads one of our own previews. Returns undefined if it is not there any more. */
async function loadPicture(url: string): Promise<Blob | undefined> {
  const answer = await fetch(url).catch(() => undefined)
  return answer?.ok ? answer.blob() : undefined
}

type FoundWork = Parameters<Parameters<typeof PictureSearch>[0]['show']>[0][number]

function FoundWorks({ assets }: { assets: readonly FoundWork[] }) {
  return (
    <ul className={css['works']}>
      {assets.map((asset) => (
        <li key={asset.id}>
          <Link to={`/assets/${asset.id}`}>
            <Picture urls={asset.files.find(({ preview_urls }) => preview_urls)?.preview_urls} alt="" sizes="160px" />
            {asset.title || UNTITLED}
          </Link>
          <span className={css['quiet']}>
            {asset.withheld_at ? 'Withheld' : categoryLabel(asset.status ?? '')}, {asset.employee_name}
          </span>
          <span className={css['quiet']}>{showNumber(Math.round(asset.score * 100))}% alike</span>
        </li>
      ))}
    </ul>
  )
}
