import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { addressWith, choiceIn, pageIn } from '#platform/web/list-address.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { APPEAL_DECISIONS, APPEAL_MESSAGES, APPEAL_STATE_LABELS, APPEAL_STATES, type AppealState } from '#submissions/appeal.rules.ts'
import { decideAppeal, listAppeals } from '#submissions/appeals.contract.ts'
import { adminAssets } from '#submissions/review.contract.ts'
import type { Route } from './+types/appeals-page.ts'
import { AppealItem } from './appeal-item.tsx'
import css from './appeals-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Appeals' }]

/** Each appeal shows its asset and perhaps a duplicate, which one call finds. */
const PAGE_SIZE = 20
const ALL = 'all'
const TABS = [...APPEAL_STATES, ALL] as const
type Tab = (typeof TABS)[number]

const addressOf = (tab: Tab, page = 1): string => addressWith('/admin/appeals', { state: tab === 'open' ? undefined : tab, page })

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const tab: Tab = choiceIn(params, 'state', TABS) ?? 'open'
  const page = pageIn(params)
  const api = context.get(apiContext)
  const state = tab === ALL ? undefined : tab
  const list = await api(listAppeals, { query: { state, page, page_size: PAGE_SIZE } })
  const find = async (ids: readonly string[]) =>
    ids.length === 0 ? [] : api(adminAssets, { query: { ids: [...new Set(ids)].join(','), page_size: PAGE_SIZE } })
  const assets = await find(list.items.map(({ asset_id }) => asset_id))
  const duplicates = await find(assets.flatMap(({ duplicate_of }) => duplicate_of ?? []))
  return { ...list, pages: Math.ceil(list.total / list.page_size), tab, assets, duplicates, user_id: context.get(requestContext).user?.id }
}

/** `intent`: overturn or uphold. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id, reason, version } = await readForm(request, ...(['intent', 'id', 'reason', 'version'] as const))
  const decision = APPEAL_DECISIONS.find((one) => one === intent)
  const api = context.get(apiContext)
  try {
    // Whoever may not see the appeals is refused, whatever they send.
    if (!decision) {
      await api(listAppeals, { query: { page_size: 1 } })
      return { fields: { form: APPEAL_MESSAGES.decision } }
    }
    await api(decideAppeal, { params: { id }, body: { decision, message: reason, version } })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, APPEAL_MESSAGES.decide_failed)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: APPEAL_MESSAGES.decide_failed })

export default function AppealsPage({
  loaderData: { items, total, page, pages, counts, tab, assets, duplicates, user_id }
}: Route.ComponentProps) {
  return (
    <Page
      title="Appeals"
      intro="Artists who think that a rejection is wrong. Someone who did not reject the asset decides."
      actions={<LinkButton to="/admin/review">Review</LinkButton>}
    >
      <StateTabs tab={tab} counts={counts} />
      {items.length === 0 && (total > 0 ? <PastLast of="appeals" to={addressOf(tab)} /> : <NoAppeals tab={tab} />)}
      {items.length > 0 && (
        <ul className={css['appeals']}>
          {items.map((appeal) => {
            const asset = assets.find(({ id }) => id === appeal.asset_id)
            return (
              <AppealItem
                key={appeal.id}
                appeal={appeal}
                asset={asset}
                duplicate={duplicates.find(({ id }) => id === asset?.duplicate_of)}
                isOwnWork={appeal.artist.id === user_id}
              />
            )
          })}
        </ul>
      )}
      {pages > 1 && <Pagination label="Pages of appeals" page={page} pages={pages} to={(to) => addressOf(tab, to)} />}
    </Page>
  )
}

function StateTabs({ tab, counts }: { tab: Tab; counts: Record<AppealState, number> }) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const labelOf = (one: Tab) => (one === ALL ? `All (${showNumber(all)})` : `${APPEAL_STATE_LABELS[one]} (${showNumber(counts[one])})`)
  return <LinkTabs label="State" tabs={TABS.map((one) => ({ to: addressOf(one), label: labelOf(one), current: one === tab }))} />
}

function NoAppeals({ tab }: { tab: Tab }) {
  if (tab === 'open')
    return (
      <EmptyState drawing="rest" title="No appeals to decide.">
        When an artist appeals against a rejection, the appeal appears here.
      </EmptyState>
    )
  return <EmptyState title={tab === ALL ? 'No appeals yet.' : `No ${APPEAL_STATE_LABELS[tab].toLowerCase()} appeals.`} />
}

export function ErrorBoundary() {
  return <LoadFailed page="Appeals" title="Failed to load the appeals." />
}
