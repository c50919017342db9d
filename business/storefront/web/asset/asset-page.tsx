import { useState } from 'react'
import { Link, redirect } from 'react-router'
import { getArtist } from '#catalogue/artists.contract.ts'
import { type AssetDetail, getAsset, similarAssets } from '#catalogue/contract.ts'
import { listFeaturedCollections } from '#catalogue/featured.contract.ts'
import { recoloredPage, writeColorChanges } from '#catalogue/recolor.rules.ts'
import { categoryLabel, PUBLIC_CATEGORIES, UNTITLED } from '#catalogue/rules.ts'
import { HeartForm } from '#collections/web/index.ts'
import { IconUsage } from '#icons/web/index.ts'
import { type License, listLicenses, readPricing } from '#licensing/contract.ts'
import { formatsFrom } from '#licensing/rules.ts'
import type { Api } from '#platform/web/api.ts'
import { Late, withHandledRejections } from '#platform/web/loading/late.tsx'
import { apiContext, mayFollow, type PageUser, publicPageHeaders, requestContext } from '#platform/web/page.ts'
import { siteOf } from '#platform/web/site.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { FreeBadge } from '../home/asset-card.tsx'
import type { Route } from './+types/asset-page.ts'
import { Credit, FileList, RequiredCredit, Tags } from './asset-details.tsx'
import { assetMeta } from './asset-meta.ts'
import css from './asset-page.module.css'
import { EmbedCode } from './embed/embed-code.tsx'
import { LateFailed, MORE_ASKED, type More, MoreWaiting, MoreWorks } from './more-works.tsx'
import { Offer } from './offer.tsx'
import { OriginLabel } from './origin-label.tsx'
import { OwnLicenses } from './own-licenses.tsx'
import { AssetPicture } from './picture/asset-picture.tsx'
import { PictureColors } from './picture-colors.tsx'
import { RecolorSection } from './recolor/recolor-section.tsx'
import { readAddress, sentByForm, withPictures } from './recolor/recolored-asset.ts'
import { type Recolor, useRecolor } from './recolor/use-recolor.ts'
import { ShareButtons } from './share-buttons.tsx'
import { useAcquireDialog } from './use-acquire-dialog.tsx'
import { AdminTools, WithheldNotice } from './withheld.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? assetMeta(loaderData) : [{ title: 'Asset' }])

export const headers = publicPageHeaders

export async function loader({ params, context, request: { url } }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const at = { params: { id: params.assetId } }
  const asset = await api(getAsset, at)
  const query = new URL(url).searchParams
  const sent = sentByForm(query, asset)
  if (sent) throw redirect(sent)
  const request = context.get(requestContext)
  const { user } = request
  // Only assets on sale have prices and similar assets. Their artists and admins can open them at any time.
  const isOnSale = isSold(asset)
  const findParts = () => ({ prices: isOnSale ? findPrices(api, asset.id) : undefined, more: isOnSale ? findMore(api, asset) : undefined })
  const { changes, is_wrong } = readAddress(query, asset.palette)
  const shown = { asset, user, site: siteOf(context), linked: [...changes], is_wrong }
  if (mayFollow(request)) {
    const licenses = await findLicenses(api, user, asset.id)
    return { ...shown, licenses, ...withHandledRejections(findParts()) }
  }
  const parts = findParts()
  const [licenses, prices, more] = await Promise.all([findLicenses(api, user, asset.id), parts.prices, parts.more])
  return { ...shown, licenses, prices, more }
}

const findPrices = async (api: Api, id: string) => (await api(readPricing, { params: { id } })).prices

async function findMore(api: Api, { id, artist_id }: AssetDetail): Promise<More> {
  const [artist, featured, similar] = await Promise.all([
    artist_id ? api(getArtist, { params: { id: artist_id }, query: { page_size: MORE_ASKED } }) : undefined,
    api(listFeaturedCollections, { query: { asset_id: id } }),
    api(similarAssets, { params: { id } })
  ])
  return { artist, featured: featured.items, similar }
}

const isSold = ({ status, withheld_at }: AssetDetail): boolean => status === 'approved' && !withheld_at

async function findLicenses(api: Api, user: PageUser | null, asset_id: string): Promise<License[]> {
  if (user?.role !== 'client') return []
  return (await api(listLicenses, { query: { asset_id, status: 'active' } })).items
}

/** A link to other colors of the same asset begins anew. */
export default function AssetPage({ loaderData }: Route.ComponentProps) {
  return <ShownAsset key={`${loaderData.asset.id} ${JSON.stringify(loaderData.linked)}`} {...loaderData} />
}

function ShownAsset({ asset, prices, more, licenses, user, site, linked, is_wrong }: Route.ComponentProps['loaderData']) {
  const [at_first] = useState(() => new Map(linked))
  const recolor = useRecolor(asset, at_first)
  const colors = writeColorChanges(recolor.changes)
  const { open, dialog } = useAcquireDialog(user, colors, { asset_id: asset.id, prices: prices instanceof Promise ? undefined : prices })
  const formats = formatsFrom(asset.files.map(({ format }) => format))
  return (
    <main className={css['page']}>
      <AssetPicture key={asset.id} asset={withPictures(asset, recolor.pictures)} />
      <div className={css['details']}>
        <Heading asset={asset} />
        {isSold(asset) && <HeartForm asset_id={asset.id} title={asset.title || UNTITLED} user={user} />}
        {asset.withheld_at && <WithheldNotice asset={asset} user={user} />}
        {user?.role === 'admin' && <AdminTools asset={asset} />}
        <OwnLicenses licenses={licenses} colors={colors} />
        {isSold(asset) && (
          <Late of={prices} waiting={<Offer {...{ asset, formats, colors, onGet: open }} />} failed={<LateFailed part="The prices" />}>
            {(found) => <Offer {...{ asset, formats, colors, onGet: open }} prices={found?.single ?? {}} />}
          </Late>
        )}
        <CodeUsage asset={asset} user={user} />
        {asset.credit && <RequiredCredit title={asset.title} credit={asset.credit} />}
        <FileList files={asset.files} formats={formats} />
      </div>
      <About {...{ asset, user, site, recolor, is_wrong }} />
      <Late of={more} waiting={<MoreWaiting artist={asset.employee_name} />} failed={<LateFailed part="More works" />}>
        {(found) => found && <MoreWorks {...found} asset_id={asset.id} onGet={open} />}
      </Late>
      {dialog}
    </main>
  )
}

type AboutProps = Pick<Route.ComponentProps['loaderData'], 'asset' | 'user' | 'site' | 'is_wrong'> & { recolor: Recolor }

/** What is below the picture: words about it, its colors, and ways to pass it on. */
function About({ asset, user, site, recolor, is_wrong }: AboutProps) {
  return (
    <div className={css['more']}>
      {asset.description && <p className={css['description']}>{asset.description}</p>}
      <Tags tags={asset.tags} />
      {asset.palette && asset.palette.length > 0 ? (
        <RecolorSection asset={asset} user={user} recolor={recolor} is_wrong={is_wrong} />
      ) : (
        <PictureColors asset={asset} />
      )}
      {asset.credit && <Credit credit={asset.credit} />}
      {isSold(asset) && (
        <>
          <ShareButtons title={asset.title || UNTITLED} url={site.public_url + recoloredPage(asset.id, recolor.changes)} />
          <EmbedCode asset={asset} site={site} />
        </>
      )}
      {asset.status === 'approved' && (
        <p className={css['report']}>
          <Link to={`/report/${asset.id}`}>Report this asset</Link>
        </p>
      )}
    </div>
  )
}

/** Of an icon that developers can use by its name. */
function CodeUsage({ asset, user }: { asset: AssetDetail; user: PageUser | null }) {
  const { iconify_name, is_currently_free } = asset
  if (!iconify_name || !isSold(asset)) return null
  return <IconUsage name={iconify_name} isFree={is_currently_free} mayMakeKeys={user !== null && user.role !== 'admin'} />
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
