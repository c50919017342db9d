import { Link } from 'react-router'
import { getArtist } from '#catalogue/artists.contract.ts'
import { type AssetDetail, getAsset, similarAssets } from '#catalogue/contract.ts'
import { listFeaturedCollections } from '#catalogue/featured.contract.ts'
import { categoryLabel, PUBLIC_CATEGORIES, UNTITLED } from '#catalogue/rules.ts'
import { type License, listLicenses, readPricing } from '#licensing/contract.ts'
import { formatsFrom } from '#licensing/rules.ts'
import type { Api } from '#platform/web/api.ts'
import { apiContext, type PageUser, publicPageHeaders, requestContext } from '#platform/web/page.ts'
import { siteOf } from '#platform/web/site.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { FreeBadge } from '../home/asset-card.tsx'
import type { Route } from './+types/asset-page.ts'
import { Credit, FileList, RequiredCredit, Tags } from './asset-details.tsx'
import { assetMeta } from './asset-meta.ts'
import css from './asset-page.module.css'
import { FeaturedIn } from './featured-in.tsx'
import { MORE_ASKED, MoreByArtist, SimilarAssets } from './more-works.tsx'
import { Offer } from './offer.tsx'
import { OriginLabel } from './origin-label.tsx'
import { OwnLicenses } from './own-licenses.tsx'
import { AssetPicture } from './picture/asset-picture.tsx'
import { PictureColors } from './picture-colors.tsx'
import { ShareButtons } from './share-buttons.tsx'
import { useAcquireDialog } from './use-acquire-dialog.tsx'
import { AdminTools, WithheldNotice } from './withheld.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? assetMeta(loaderData) : [{ title: 'Asset' }])

export const headers = publicPageHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const at = { params: { id: params.assetId } }
  const asset = await api(getAsset, at)
  const { user } = context.get(requestContext)
  // Only assets on sale have prices and similar assets. Their artists and admins can open them at any time.
  const isOnSale = isSold(asset)
  const [prices, artist, featured, similar, licenses] = await Promise.all([
    isOnSale ? api(readPricing, at).then((pricing) => pricing.prices) : undefined,
    isOnSale && asset.artist_id ? api(getArtist, { params: { id: asset.artist_id }, query: { page_size: MORE_ASKED } }) : undefined,
    isOnSale ? api(listFeaturedCollections, { query: { asset_id: asset.id } }) : undefined,
    isOnSale ? api(similarAssets, at) : [],
    findLicenses(api, user, asset.id)
  ])
  return { asset, prices, artist, featured: featured?.items ?? [], similar, licenses, user, site: siteOf(context) }
}

const isSold = ({ status, withheld_at }: AssetDetail): boolean => status === 'approved' && !withheld_at

async function findLicenses(api: Api, user: PageUser | null, asset_id: string): Promise<License[]> {
  if (user?.role !== 'client') return []
  return (await api(listLicenses, { query: { asset_id, status: 'active' } })).items
}

export default function AssetPage({
  loaderData: { asset, prices, artist, featured, similar, licenses, user, site }
}: Route.ComponentProps) {
  const { open, dialog } = useAcquireDialog(user, { asset_id: asset.id, prices })
  const formats = formatsFrom(asset.files.map(({ format }) => format))
  return (
    <main className={css['page']}>
      <AssetPicture key={asset.id} asset={asset} />
      <div className={css['details']}>
        <Heading asset={asset} />
        {asset.withheld_at && <WithheldNotice asset={asset} user={user} />}
        {user?.role === 'admin' && <AdminTools asset={asset} />}
        <OwnLicenses licenses={licenses} />
        {isSold(asset) && <Offer asset={asset} formats={formats} prices={prices?.single ?? {}} onGet={open} />}
        {asset.credit && <RequiredCredit title={asset.title} credit={asset.credit} />}
        <FileList files={asset.files} formats={formats} />
      </div>
      <div className={css['more']}>
        {asset.description && <p className={css['description']}>{asset.description}</p>}
        <Tags tags={asset.tags} />
        <PictureColors asset={asset} />
        {asset.credit && <Credit credit={asset.credit} />}
        {isSold(asset) && <ShareButtons title={asset.title || UNTITLED} url={`${site.public_url}/assets/${asset.id}`} />}
        {asset.status === 'approved' && (
          <p className={css['report']}>
            <Link to={`/report/${asset.id}`}>Report this asset</Link>
          </p>
        )}
      </div>
      <MoreByArtist artist={artist} asset_id={asset.id} onGet={open} />
      <FeaturedIn collections={featured} />
      <SimilarAssets assets={similar} onGet={open} />
      {dialog}
    </main>
  )
}

function Heading({ asset }: { asset: AssetDetail }) {
  return (
    <header className={css['heading']}>
      <div className={css['quiet']}>
        <Breadcrumbs category={asset.category} />
        {isSold(asset) ? (
          <FreeBadge asset={asset} />
        ) : (
          <Badge tone={asset.status === 'pending' ? 'warn' : 'bad'}>{asset.withheld_at ? 'Withheld' : categoryLabel(asset.status)}</Badge>
        )}
      </div>
      <h1>{asset.title || UNTITLED}</h1>
      <p className={css['author']}>
        by <ArtistName asset={asset} />
      </p>
      <OriginLabel origin={asset.origin} />
    </header>
  )
}

/** Only an artist with works on sale has a page, as the artist of this one has if it is on sale. */
function ArtistName({ asset }: { asset: AssetDetail }) {
  const { artist_id, employee_name } = asset
  return artist_id && isSold(asset) ? <Link to={`/artists/${artist_id}`}>{employee_name}</Link> : employee_name
}

/** Logos have no category tab, so their link is a search. */
function Breadcrumbs({ category }: Pick<AssetDetail, 'category'>) {
  const isListed = PUBLIC_CATEGORIES.some((one) => one === category)
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={css['crumbs']}>
        <li>
          <Link to="/">Explore Assets</Link>
        </li>
        <li>
          <Link to={isListed ? `/?category=${category}` : `/?search=${category}`}>{categoryLabel(category)}</Link>
        </li>
      </ol>
    </nav>
  )
}
