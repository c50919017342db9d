import type { listUsers } from '#accounts/users.contract.ts'
import type { listEditedCollections } from '#catalogue/featured.contract.ts'
import { categoryLabel, UNTITLED } from '#catalogue/rules.ts'
import type { listClaims } from '#claims/desk.contract.ts'
import { CLAIM_STATE_LABELS } from '#claims/rules.ts'
import type { listAllPayments } from '#payments/admin.contract.ts'
import { type Grant, grantsFor } from '#platform/contract/grants.ts'
import { type Api, type CallOptions, route } from '#platform/web/api.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import type { listAllRequests } from '#requests/desk.contract.ts'
import type { myAssets } from '#submissions/contract.ts'
import type { adminAssets } from '#submissions/review.contract.ts'
import type { PaletteEntry, PaletteGroup } from '../../rules.ts'

const USERS = route<typeof listUsers>({ method: 'GET', path: '/admin/users' })
const ASSETS = route<typeof adminAssets>({ method: 'GET', path: '/admin/assets' })
const PAYMENTS = route<typeof listAllPayments>({ method: 'GET', path: '/admin/payments' })
const REQUESTS = route<typeof listAllRequests>({ method: 'GET', path: '/admin/custom-requests' })
const CLAIMS = route<typeof listClaims>({ method: 'GET', path: '/admin/claims' })
const COLLECTIONS = route<typeof listEditedCollections>({ method: 'GET', path: '/admin/featured-collections' })
const MY_ASSETS = route<typeof myAssets>({ method: 'GET', path: '/assets/my-assets' })

/** Results of each kind. The page behind a result has all of them. */
const page_size = 4

export type Source = {
  label: string
  /** Which grant an admin needs for its call. Without one, every admin may make it. */
  grant?: Grant
  find: (api: Api, q: string, options: CallOptions) => Promise<PaletteEntry[]>
}

const ADMIN_SOURCES: readonly Source[] = [
  {
    label: 'Users',
    grant: 'people',
    find: async (api, q, options) =>
      (await api(USERS, { query: { q, page_size } }, options)).items.map(({ name, email, role }) => ({
        to: `/admin/manage-users?q=${encodeURIComponent(email)}`,
        label: name,
        note: `${role}, ${email}`
      }))
  },
  {
    label: 'Assets',
    find: async (api, q, options) =>
      (await api(ASSETS, { query: { q, page_size } }, options)).map(({ id, title, category, status }) => ({
        to: `/assets/${id}`,
        label: title,
        note: `${categoryLabel(category)}, ${status}`
      }))
  },
  {
    label: 'Payments',
    grant: 'finance',
    find: async (api, q, options) =>
      (await api(PAYMENTS, { query: { q, page_size } }, options)).items.map(
        ({ id, description, amount_cents, client_name, created_at }) => ({
          to: `/admin/payments?payment=${id}`,
          label: description,
          note: `${showDollars(amount_cents)}, ${client_name}, ${showDay(created_at)}`
        })
      )
  },
  {
    label: 'Requests',
    grant: 'support',
    find: async (api, q, options) =>
      (await api(REQUESTS, { query: { q, page_size } }, options)).items.map(({ id, title, client_email }) => ({
        to: `/admin/requests?view=${id}`,
        label: title,
        note: client_email ?? ''
      }))
  },
  {
    label: 'Claims',
    grant: 'support',
    find: async (api, q, options) =>
      (await api(CLAIMS, { query: { q, page_size } }, options)).items.map(({ id, claim_number, asset_title, state }) => ({
        to: `/admin/claims/${id}`,
        label: claim_number,
        note: `${asset_title || UNTITLED}, ${CLAIM_STATE_LABELS[state].toLowerCase()}`
      }))
  },
  {
    label: 'Collections',
    grant: 'catalogue',
    // There are few, so the call has no search.
    find: async (api, q, options) =>
      (await api(COLLECTIONS, {}, options)).items
        .filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))
        .slice(0, page_size)
        .map(({ id, title, is_published, work_count }) => ({
          to: `/admin/collections/${id}`,
          label: title,
          note: `${is_published ? 'published' : 'not published'}, ${work_count === 1 ? '1 work' : `${work_count} works`}`
        }))
  }
]

const ARTIST_SOURCES: readonly Source[] = [
  {
    label: 'My assets',
    find: async (api, q, options) =>
      (await api(MY_ASSETS, { query: { search: q, page_size } }, options)).map(({ id, title, category, status }) => ({
        to: `/assets/${id}`,
        label: title,
        note: `${categoryLabel(category)}, ${status}`
      }))
  }
]

export type Searcher = { role: 'admin' | 'employee'; grants: readonly Grant[] }

/** What a person may search, by the access and the grants of the endpoints. */
export const sourcesOf = ({ role, grants }: Searcher): readonly Source[] =>
  role === 'employee'
    ? ARTIST_SOURCES
    : ADMIN_SOURCES.filter(({ grant }) => !grant || grantsFor({ method: 'GET', grant }).some((one) => grants.includes(one)))

/** Asks all sources at the same time. A source that fails is named, so that an empty list is not taken for an answer. */
export async function findEverywhere(api: Api, sources: readonly Source[], q: string, signal: AbortSignal) {
  const found = await Promise.allSettled(sources.map(({ find }) => find(api, q, { signal })))
  const groups: PaletteGroup[] = []
  const failed: string[] = []
  for (const [index, { label }] of sources.entries()) {
    const answer = found[index]!
    if (answer.status === 'rejected') failed.push(label.toLowerCase())
    else if (answer.value.length > 0) groups.push({ label, entries: answer.value })
  }
  return { groups, failed }
}
