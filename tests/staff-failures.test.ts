import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as expenses from '#accounting/web/expenses-page.tsx'
import * as users from '#accounts/web/users/manage-users-page.tsx'
import * as adminDashboard from '#backoffice/web/admin-dashboard-page.tsx'
import * as allAssets from '#backoffice/web/assets/all-assets-page.tsx'
import * as employeeDashboard from '#backoffice/web/employee-dashboard-page.tsx'
import * as review from '#backoffice/web/review/review-page.tsx'
import * as applicants from '#careers/web/applicants/applicants-page.tsx'
import * as careers from '#careers/web/careers-page.tsx'
import * as payouts from '#payroll/web/payouts-page.tsx'
import * as wageRules from '#payroll/web/wage-rules-page.tsx'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext, endSessionContext, guardAction, pageApi, requestContext } from '#platform/web/page.ts'
import * as createAsset from '#submissions/web/create/create-asset-page.tsx'
import * as myAssets from '#submissions/web/my-assets/my-assets-page.tsx'
import routes from '../business/routes.ts'

/** The specified texts that the staff pages show when the server fails, refuses, ends the session, or cannot be reached. */

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const ASSET_ID = '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'

type Given = { request: Request; context: RouterContextProvider; params: Record<string, string> }

/** A page's arguments, with a server that refuses every call with this error. */
function given(error: unknown, request: Request): Given {
  const call = () => Promise.reject(error)
  const context = new RouterContextProvider()
  context.set(apiContext, pageApi(Object.assign(call, { withTotal: call }) as unknown as Api, request))
  context.set(requestContext, {
    user: null,
    brand_name: 'Easel',
    social_links: [],
    support_email: 'help@example.com',
    public_url: 'https://easel.example',
    theme: 'system',
    nonce: ''
  })
  return { request, context, params: { requestId: 'r', assetId: ASSET_ID, claimId: 'c' } }
}

const sent = (fields: Record<string, string>) =>
  new Request('https://easel.example/admin/page', { method: 'POST', body: new URLSearchParams(fields) })

type Answer = { fields?: Record<string, string>; isOver?: true }
type Page = { action: (given: never) => Promise<unknown>; clientAction: (given: never) => Promise<unknown> }

/** The response's data, with or without a status. */
const unwrapped = (answer: unknown): Answer => (answer as { data?: Answer }).data ?? (answer as Answer)
const act = async ({ action }: Page, error: unknown, fields: Record<string, string>) =>
  unwrapped(await action(given(error, sent(fields)) as never))

const BROKEN = new ApiError(500, { error: 'Something went wrong', code: 'internal' })
const REFUSED = new ApiError(409, { error: 'Not now.', code: 'not_now' })
const SIGNED_OUT = new ApiError(401, { error: 'Please log in first.', code: 'signed_out' })
const WRONG_ROLE = new ApiError(403, { error: 'Not yours.', code: 'wrong_role' })

describe.each([
  ['Approve', review, { id: 'a', status: 'approved' }, 'Error updating asset status.'],
  ['Reject on the dashboard', adminDashboard, { id: 'a', status: 'rejected' }, 'Error updating asset status.'],
  ['editing an asset', allAssets, { intent: 'edit', id: 'a', category: 'icon' }, 'Failed to save changes.'],
  ['the free flags', allAssets, { intent: 'free', id: 'a', mode: 'now' }, 'Failed to save.'],
  ['changing a role', users, { intent: 'role', id: 'u', role: 'admin' }, 'Failed to update role.'],
  ['toggling a status', users, { intent: 'status', id: 'u', is_active: 'false' }, 'Failed to toggle status.'],
  ['deleting a user', users, { intent: 'delete', id: 'u' }, 'Failed to delete user.'],
  ['adding a wage rule', wageRules, { intent: 'add', category: 'icon' }, 'Failed to save wage rule.'],
  ['editing a wage rule', wageRules, { intent: 'edit', category: 'icon' }, 'Failed to save wage rule.'],
  ['deleting a wage rule', wageRules, { intent: 'delete', category: 'icon' }, 'Failed to delete wage rule.'],
  ['creating an asset', createAsset, { title: 'Heron', category: 'icon' }, 'Error creating asset'],
  ['deleting an asset', myAssets, { intent: 'delete', id: 'a' }, 'Error deleting asset'],
  ['a payout', payouts, { employee_id: 'e' }, 'Failed to create payout.'],
  ['verifying an ID', applicants, { intent: 'verify', id: 'a' }, 'Could not update ID verification'],
  ['an applicant’s status', applicants, { intent: 'status', id: 'a', status: 'hired' }, 'Something went wrong'],
  ['an expense', expenses, { amount: '1' }, 'The expense could not be saved. Please try again.']
] as const)('%s', (_, module, fields, words) => {
  const page = module as Page

  test(`shows '${words}' when the server fails`, async () => {
    expect((await act(page, BROKEN, fields)).fields).toEqual({ form: words })
  })

  test('shows the reason of a refusal', async () => {
    expect((await act(page, REFUSED, fields)).fields).toEqual({ form: 'Not now.' })
  })

  test('shows the same text when the server is unreachable, with a status that does not reload data', async () => {
    const serverAction = () => Promise.reject(new TypeError('Failed to fetch'))
    const answer = await page.clientAction({ request: sent(fields), serverAction } as never)
    expect(answer).toMatchObject({ data: { fields: { form: words } }, init: { status: 503 } })
  })
})

type RouteModule = { action?: (given: never) => Promise<unknown> }
type PageAction = [path: string, action: NonNullable<RouteModule['action']>]

/** Every page that takes a form, read from the route modules, so that a new page is tested too. */
const pageActions = (
  await Promise.all(
    routes
      .flatMap((one) => one.children ?? [one])
      .map(async ({ path = '', file }): Promise<PageAction[]> => {
        const { action } = (await import(/* @vite-ignore */ `../business/${file.slice(2)}`)) as RouteModule
        return action ? [[`/${path}`, action]] : []
      })
  )
).flat()

/** The form fields that a page's action needs before it makes a call. */
const FORM = {
  intent: 'delete',
  id: 'a',
  title: 'Heron',
  category: 'icon',
  password: 'secret',
  confirm: 'secret',
  terms: 'on',
  renewal_consent: 'on',
  ...{ kind: 'copyright', name: 'Ann', email: 'ann@example.com', address: '1 Main Street', role: 'owner', work: 'My heron' },
  ...{ signature: 'Ann', good_faith: 'true', accuracy: 'true', perjury_statement: 'true', consent_to_jurisdiction: 'true' }
}
const INTENTS: Record<string, string> = {
  '/user/profile': 'name',
  '/user/data': 'export',
  '/client/subscriptions': 'cancel',
  '/admin/subscriptions': 'cancel',
  '/admin/requests': 'assign',
  '/admin/claims/:claimId': 'suit'
}

/** The specification gives this page its own text for a 403 (decisions section 8). */
const STAYS = '/admin/wage-rules'

async function runGuarded([path, action]: PageAction, error: unknown) {
  const end = vi.fn(async () => null)
  const page = given(error, sent({ ...FORM, intent: INTENTS[path] ?? FORM.intent }))
  page.context.set(endSessionContext, end)
  const answer: unknown = await guardAction(action as never)(page as never).catch((thrown: unknown) => thrown)
  const location = answer instanceof Response ? answer.headers.get('location') : null
  return { answer: unwrapped(answer), location, ended: end.mock.calls.length }
}

describe('the action of a page', () => {
  test('is found for every page with a form', () => {
    expect(pageActions.map(([path]) => path)).toEqual(expect.arrayContaining(['/admin/manage-users', '/pay/checkout', '/custom-requests']))
  })

  test.each(pageActions.filter(([path]) => path !== STAYS))(
    'at %s ends the session once and redirects to /login when the role is wrong',
    async (...page) => {
      const { location, ended } = await runGuarded(page, WRONG_ROLE)
      expect({ location, ended }).toEqual({ location: '/login?next=%2Fadmin%2Fpage', ended: 1 })
    }
  )

  test.each(pageActions)('at %s keeps the session after another 403', async (...page) => {
    for (const code of ['cross_origin', 'missing_grant']) {
      const { location, ended } = await runGuarded(page, new ApiError(403, { error: 'Not from here.', code }))
      expect({ code, ended, toLogin: location?.startsWith('/login') ?? false }).toEqual({ code, ended: 0, toLogin: false })
    }
  })

  test('on the wage rules page shows the reason and stays, but redirects to /login without a session', async () => {
    const page = pageActions.find(([path]) => path === STAYS)
    if (!page) throw new Error('No wage rules page')
    const forbidden = await runGuarded(page, WRONG_ROLE)
    expect(forbidden).toEqual({ answer: { fields: { form: 'Forbidden (403): admin role required.' } }, location: null, ended: 0 })
    expect((await runGuarded(page, SIGNED_OUT)).answer).toMatchObject({ isOver: true })
  })

  test('redirects to /login without a session', async () => {
    for (const [page, fields] of [
      [payouts, { employee_id: 'e' }],
      [users, { intent: 'role', id: 'u' }]
    ] as const) {
      const thrown: unknown = await act(page as Page, SIGNED_OUT, fields).catch((error: unknown) => error)
      expect((thrown as Response).headers.get('location')).toBe('/login?next=%2Fadmin%2Fpage')
    }
  })
})

test('a page load with the wrong role redirects home and keeps the session', async () => {
  const page = given(WRONG_ROLE, new Request('https://easel.example/admin/manage-users'))
  const thrown: unknown = await users.loader(page as never).catch((error: unknown) => error)
  expect((thrown as Response).headers.get('location')).toBe('/')
})

type Loaded = { loader: (given: never) => Promise<unknown>; ErrorBoundary: () => unknown }

test.each([
  ['the employee dashboard', employeeDashboard, 'Failed to load dashboard'],
  ['the admin dashboard', adminDashboard, 'Failed to load admin dashboard. Are you logged in as an admin?'],
  ['users', users, 'Failed to load users.'],
  ['wage rules', wageRules, 'Failed to load wage rules.'],
  ['applicants', applicants, 'Something went wrong']
] as const)('%s: a failed load shows its text', async (_, module, words) => {
  const { loader, ErrorBoundary } = module as unknown as Loaded
  await expect(loader(given(BROKEN, new Request('https://easel.example/page')) as never)).rejects.toBe(BROKEN)
  const router = createMemoryRouter([{ path: '*', element: createElement(ErrorBoundary as () => null) }])
  expect(renderToStaticMarkup(createElement(RouterProvider, { router }))).toContain(`>${words}<`)
})

test('the careers page shows the server’s message when wages fail to load, or else its own', async () => {
  const shown = async (error: unknown) => {
    const answer = await careers.loader(given(error, new Request('https://easel.example/careers')) as never)
    return [answer.data.wages, answer.init]
  }
  const uncached = { headers: { 'cache-control': 'no-store' } }
  expect(await shown(new TypeError('fetch failed'))).toEqual([{ rules: [], error: 'Failed to load wage rules' }, uncached])
  expect(await shown(new ApiError(503, { error: 'Back in a minute.', code: 'busy' }))).toEqual([
    { rules: [], error: 'Back in a minute.' },
    uncached
  ])
})
