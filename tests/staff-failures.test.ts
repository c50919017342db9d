import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as expenses from '#accounting/web/expenses-page.tsx'
import * as users from '#accounts/web/manage-users-page.tsx'
import * as adminDashboard from '#backoffice/web/admin-dashboard-page.tsx'
import * as allAssets from '#backoffice/web/all-assets-page.tsx'
import * as employeeDashboard from '#backoffice/web/employee-dashboard-page.tsx'
import * as review from '#backoffice/web/review-page.tsx'
import * as applicants from '#careers/web/applicants-page.tsx'
import * as careers from '#careers/web/careers-page.tsx'
import * as payouts from '#payroll/web/payouts-page.tsx'
import * as wageRules from '#payroll/web/wage-rules-page.tsx'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext, pageApi, requestContext } from '#platform/web/page.ts'
import * as createAsset from '#submissions/web/create-asset-page.tsx'
import * as myAssets from '#submissions/web/my-assets-page.tsx'

/** What the pages of the staff say when the server fails, refuses, turns them away, or is not reached: the specification's words. */

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

type Given = { request: Request; context: RouterContextProvider; params: Record<string, string> }

/** A page's arguments, with a server that answers every call in this way. */
function given(error: unknown, request: Request): Given {
  const call = () => Promise.reject(error)
  const context = new RouterContextProvider()
  context.set(apiContext, pageApi(Object.assign(call, { withTotal: call }) as unknown as Api, request))
  context.set(requestContext, {
    user: null,
    brand_name: 'Easel',
    support_email: 'help@example.com',
    public_url: 'https://easel.example',
    theme: 'system',
    nonce: ''
  })
  return { request, context, params: {} }
}

const sent = (fields: Record<string, string>) =>
  new Request('https://easel.example/admin/page', { method: 'POST', body: new URLSearchParams(fields) })

type Answer = { fields?: Record<string, string>; isOver?: true }
type Page = { action: (given: never) => Promise<unknown>; clientAction: (given: never) => Promise<unknown> }

/** An answer with or without a status of its own. */
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
  ['editing an asset', allAssets, { intent: 'edit', id: 'a' }, 'Failed to save changes.'],
  ['the free flags', allAssets, { intent: 'free', id: 'a', mode: 'now' }, 'Failed to save.'],
  ['changing a role', users, { intent: 'role', id: 'u', role: 'admin' }, 'Failed to update role.'],
  ['toggling a status', users, { intent: 'status', id: 'u', is_active: 'false' }, 'Failed to toggle status.'],
  ['deleting a user', users, { intent: 'delete', id: 'u' }, 'Failed to delete user.'],
  ['adding a wage rule', wageRules, { intent: 'add', category: 'icon' }, 'Failed to save wage rule.'],
  ['editing a wage rule', wageRules, { intent: 'edit', category: 'icon' }, 'Failed to save wage rule.'],
  ['deleting a wage rule', wageRules, { intent: 'delete', category: 'icon' }, 'Failed to delete wage rule.'],
  ['creating an asset', createAsset, { title: 'Heron' }, 'Error creating asset'],
  ['deleting an asset', myAssets, { intent: 'delete', id: 'a' }, 'Error deleting asset'],
  ['a payout', payouts, { employee_id: 'e' }, 'Failed to create payout.'],
  ['verifying an ID', applicants, { intent: 'verify', id: 'a' }, 'Could not update ID verification'],
  ['an applicant’s status', applicants, { intent: 'status', id: 'a' }, 'Something went wrong'],
  ['an expense', expenses, { amount: '1' }, 'The expense could not be saved. Please try again.']
] as const)('%s', (_, module, fields, words) => {
  const page = module as Page

  test(`that fails says '${words}'`, async () => {
    expect((await act(page, BROKEN, fields)).fields).toEqual({ form: words })
  })

  test('that is refused says why', async () => {
    expect((await act(page, REFUSED, fields)).fields).toEqual({ form: 'Not now.' })
  })

  test('that does not reach the server says the same, with a status at which nothing is loaded anew', async () => {
    const serverAction = () => Promise.reject(new TypeError('Failed to fetch'))
    const answer = await page.clientAction({ request: sent(fields), serverAction } as never)
    expect(answer).toMatchObject({ data: { fields: { form: words } }, init: { status: 503 } })
  })
})

describe('whoever is turned away', () => {
  test('is told so on the wage rules, which stay; without a session one signs in', async () => {
    const add = { intent: 'add', category: 'icon' }
    expect(await act(wageRules as Page, WRONG_ROLE, add)).toEqual({ fields: { form: 'Forbidden (403): admin role required.' } })
    expect(await act(wageRules as Page, SIGNED_OUT, add)).toMatchObject({ isOver: true })
  })

  test.each([
    ['the expense form', expenses, { amount: '1' }],
    ['the applicants', applicants, { intent: 'status', id: 'a' }]
  ] as const)('signs in again from %s, at 401 and at 403', async (_, page, fields) => {
    expect(await act(page as Page, WRONG_ROLE, fields)).toMatchObject({ isOver: true })
    await expect(act(page as Page, SIGNED_OUT, fields)).rejects.toMatchObject({ status: 302 })
  })

  test.each([
    ['a payout', payouts, { employee_id: 'e' }],
    ['a role', users, { intent: 'role', id: 'u' }]
  ] as const)('with %s is led by the guard', async (_, page, fields) => {
    const to = (error: unknown) => act(page as Page, error, fields).catch((thrown: unknown) => (thrown as Response).headers.get('location'))
    expect(await to(WRONG_ROLE)).toBe('/')
    expect(await to(SIGNED_OUT)).toBe('/login?next=%2Fadmin%2Fpage')
  })
})

type Loaded = { loader: (given: never) => Promise<unknown>; ErrorBoundary: () => unknown }

test.each([
  ['the employee’s dashboard', employeeDashboard, 'Failed to load dashboard'],
  ['the admin’s dashboard', adminDashboard, 'Failed to load admin dashboard. Are you logged in as an admin?'],
  ['users', users, 'Failed to load users.'],
  ['wage rules', wageRules, 'Failed to load wage rules.'],
  ['applicants', applicants, 'Something went wrong']
] as const)('%s that cannot be loaded say so', async (_, module, words) => {
  const { loader, ErrorBoundary } = module as unknown as Loaded
  await expect(loader(given(BROKEN, new Request('https://easel.example/page')) as never)).rejects.toBe(BROKEN)
  const router = createMemoryRouter([{ path: '*', element: createElement(ErrorBoundary as () => null) }])
  expect(renderToStaticMarkup(createElement(RouterProvider, { router }))).toContain(`>${words}<`)
})

test('careers without wages says the server’s words, else its own', async () => {
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
