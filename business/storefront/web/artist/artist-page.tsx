import { getArtist } from '#catalogue/artists.contract.ts'
import { PAGE_SIZE } from '#catalogue/rules.ts'
import { apiContext, publicPageHeaders, requestContext } from '#platform/web/page.ts'
import { showMonth, showNumber } from '#platform/web/show.ts'
import { siteOf } from '#platform/web/site.ts'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { artistAddress, readArtistPage } from '../../artist.rules.ts'
import { useAcquireDialog } from '../asset/use-acquire-dialog.tsx'
import { AssetGrid } from '../home/asset-grid.tsx'
import type { Route } from './+types/artist-page.ts'
import { artistMeta } from './artist-meta.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? artistMeta(loaderData) : [{ title: 'Artist' }])

export const headers = publicPageHeaders

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = readArtistPage(new URL(request.url).searchParams)
  const artist = await context.get(apiContext)(getArtist, { params: { id: params.artistId }, query: { page, page_size: PAGE_SIZE } })
  return { artist, user: context.get(requestContext).user, site: siteOf(context) }
}

/** The pictures on a phone's first screen. */
const ABOVE_FOLD = 2

export default function ArtistPage({ loaderData: { artist, user } }: Route.ComponentProps) {
  const { open, dialog } = useAcquireDialog(user)
  const { id, name, since, total, page, items } = artist
  const works = `${showNumber(total)} ${total === 1 ? 'work' : 'works'}`
  return (
    <Page title={name} intro={`Artist since ${showMonth(since)} · ${works}`}>
      {items.length > 0 ? <AssetGrid assets={items} eager={ABOVE_FOLD} onGet={open} /> : <PastLast of="works" to={artistAddress(id)} />}
      {total > PAGE_SIZE && <Pagination page={page} pages={Math.ceil(total / PAGE_SIZE)} to={(to) => artistAddress(id, to)} />}
      {dialog}
    </Page>
  )
}
