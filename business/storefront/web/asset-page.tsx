import { useId } from 'react'
import { Link } from 'react-router'
import { type AssetDetail, getAsset } from '#catalogue/contract.ts'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import { readPricing } from '#licensing/contract.ts'
import { formatsFrom } from '#licensing/rules.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { siteOf } from '#platform/web/site.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Route } from './+types/asset-page.ts'
import { FreeFlag } from './asset-card.tsx'
import { Credit, FileList, Tags } from './asset-facts.tsx'
import { assetMeta } from './asset-meta.ts'
import css from './asset-page.module.css'
import { AssetPicture } from './asset-picture.tsx'
import { GetForm } from './get-form.tsx'
import { LicenseRows } from './license-rows.tsx'
import { useAcquire } from './use-acquire.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? assetMeta(loaderData) : [{ title: 'Asset' }])

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const at = { params: { id: params.assetId } }
  const asset = await api(getAsset, at)
  // Only what is on sale has prices; its artist and admins see it before.
  const prices = asset.status === 'approved' ? (await api(readPricing, at)).prices.single : {}
  return { asset, prices, user: context.get(requestContext).user, site: siteOf(context) }
}

export default function AssetPage({ loaderData: { asset, prices, user } }: Route.ComponentProps) {
  const { open, dialog } = useAcquire(user)
  const formats = formatsFrom(asset.files.map(({ format }) => format))
  const form = useId()
  // Before the page comes alive, what costs leads straight to its checkout.
  const checkout = asset.is_currently_free ? undefined : '/pay/checkout'
  return (
    <main className={css['page']}>
      <AssetPicture asset={asset} />
      <div className={css['facts']}>
        <Heading asset={asset} />
        {asset.status === 'approved' && (
          <>
            <LicenseRows key={asset.id} prices={prices} isFree={asset.is_currently_free} form={form} />
            <GetForm asset={asset} formats={formats} onGet={open} className={css['get']} id={form} action={checkout}>
              <input type="hidden" name="type" value="license" />
              <input type="hidden" name="asset_id" value={asset.id} />
            </GetForm>
            <p className={css['terms']}>
              <Link to="/license-terms">What each license allows</Link>
            </p>
          </>
        )}
        <FileList files={asset.files} formats={formats} />
      </div>
      <div className={css['more']}>
        {asset.description && <p className={css['description']}>{asset.description}</p>}
        <Tags tags={asset.tags} />
        {asset.credit && <Credit credit={asset.credit} />}
      </div>
      {dialog}
    </main>
  )
}

function Heading({ asset }: { asset: AssetDetail }) {
  return (
    <header className={css['heading']}>
      <p className={css['quiet']}>
        <Link to={`/?category=${asset.category}`}>{categoryLabel(asset.category)}</Link>
        {asset.status === 'approved' ? (
          <FreeFlag asset={asset} />
        ) : (
          <Badge tone={asset.status === 'rejected' ? 'bad' : 'warn'}>{categoryLabel(asset.status)}</Badge>
        )}
      </p>
      <h1>{asset.title || UNTITLED}</h1>
      <p className={css['quiet']}>by {asset.employee_name}</p>
    </header>
  )
}
