import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#platform/contract/index.ts'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
let request_id: string
beforeAll(async () => {
  world = await freshWorld()
  request_id = (await givenRequest(world)).id
})
afterAll(() => world.end())

type Call = {
  /** How the key of the counter begins. */
  counter: string
  as?: Role
  body?: Record<string, unknown>
  /** Fields and a file are sent as a form. */
  form?: Record<string, string>
}

const email = 'changed@example.com'
const TITLE = { title: 'Blue fox', category: 'icon', tags: ['fox'] }
const ASSET_ID = randomUUID()
const BILLING = { address_line1: '1 Main Street', city: 'Fresno', country: 'US' }

const PASSKEY = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
}
const NEW_PASSKEY = { ...PASSKEY, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }

/** The endpoints that count their calls, each with a call that is counted. */
const LIMITED: Record<string, Call> = {
  'POST /auth/login': { counter: 'accounts.sign-in.', body: { email, password: 'longenough' } },
  'POST /auth/second-factor': { counter: 'accounts.new-password.', body: { challenge: 'unknown', method: 'totp', code: '123456' } },
  'POST /auth/passkey': { counter: 'accounts.passkey.', body: { response: PASSKEY } },
  'POST /auth/proof': { counter: 'accounts.proof.', as: 'client', body: { method: 'password', password: 'easel-test' } },
  'POST /profile/totp': { counter: 'accounts.change-security.', as: 'client' },
  'POST /profile/totp/confirm': { counter: 'accounts.totp.', as: 'client', body: { code: '123456' } },
  'DELETE /profile/totp': { counter: 'accounts.change-security.', as: 'client' },
  'POST /profile/recovery-codes': { counter: 'accounts.change-security.', as: 'client' },
  'POST /profile/passkeys/options': { counter: 'accounts.change-security.', as: 'client' },
  'POST /profile/passkeys': { counter: 'accounts.change-security.', as: 'client', body: { name: 'Phone', response: NEW_PASSKEY } },
  'PATCH /profile/passkeys/:id': { counter: 'accounts.change-security.', as: 'client', body: { name: 'Phone' } },
  'DELETE /profile/passkeys/:id': { counter: 'accounts.change-security.', as: 'client' },
  'POST /auth/register': { counter: 'accounts.registration.', body: { name: 'Eve', email, password: 'longenough' } },
  'POST /auth/resend-verification': { counter: 'accounts.resend.', body: { email } },
  'POST /auth/verify-email': { counter: 'accounts.code.', body: { email, code: '1234567' } },
  'POST /recovery/forgot-password': { counter: 'accounts.reset.', body: { email } },
  'POST /recovery/forgot-username': { counter: 'accounts.reminder.', body: { email } },
  'POST /recovery/reset-password': { counter: 'accounts.new-password.', body: { token: 'unknown', password: 'longenough' } },
  'POST /profile/password': {
    ...{ counter: 'accounts.change-password.', as: 'client' },
    body: { current_password: 'easel-test', new_password: 'easel-test' }
  },
  'POST /profile/sessions/end': { counter: 'accounts.change-sessions.', as: 'client', body: { current_password: 'easel-test' } },
  'POST /profile/email': { counter: 'accounts.change-email.', as: 'client', body: { email } },
  'POST /profile/email/confirm': { counter: 'accounts.code.', as: 'client', body: { code: '1234567' } },
  'POST /auth/undo-email-change': { counter: 'accounts.new-password.', body: { token: 'unknown' } },
  'POST /profile/export': { counter: 'privacy.exports.', as: 'client' },
  'POST /privacy/requests': { counter: 'privacy.request.', body: { email, kind: 'export' } },
  'PATCH /profile': { counter: 'accounts.change-profile.', as: 'client', body: { name: 'Ann' } },
  'PUT /profile/news': { counter: 'accounts.change-profile.', as: 'client', body: { agrees: true } },
  'PUT /profile/remembered-origin': { counter: 'accounts.change-origin.', as: 'client', body: { origin: 'human' } },
  'PUT /employee/icon-prefix': { counter: 'icons.prefix.', as: 'employee', body: { prefix: 'my-icons' } },
  'PUT /profile/avatar': { counter: 'accounts.avatar.', as: 'client', form: {} },
  'POST /careers/apply': { counter: 'careers.apply.', form: {} },
  'POST /contact': { counter: 'help.contact.', body: { name: 'Ann', email, subject: 'General Inquiry', message: 'May I print it?' } },
  'POST /collections/:id/hand-overs': { counter: 'licensing.prepare.', as: 'client', body: {} },
  'POST /orders/:id/hand-overs': { counter: 'licensing.prepare.', as: 'client', body: {} },
  'POST /developers/keys': {
    ...{ counter: 'developers.change-keys.', as: 'client' },
    body: { name: 'Server', scopes: ['icons'], expires_at: '2026-04-01T00:00:00Z' }
  },
  'DELETE /developers/keys/:id': { counter: 'developers.change-keys.', as: 'client' },
  'POST /collections': { counter: 'collections.change.', as: 'client', body: { name: 'Launch' } },
  'PATCH /collections/:id': { counter: 'collections.change.', as: 'client', body: { name: 'Launch' } },
  'PUT /collections/:id/items/:asset_id': { counter: 'collections.change.', as: 'client', body: {} },
  'DELETE /collections/:id/items/:asset_id': { counter: 'collections.change.', as: 'client' },
  'POST /hearts': { counter: 'collections.change.', as: 'client', body: { asset_ids: [ASSET_ID] } },
  'DELETE /hearts/:asset_id': { counter: 'collections.change.', as: 'client' },
  'POST /claims': {
    counter: 'claims.claim.',
    body: {
      ...{ asset_id: ASSET_ID, kind: 'copyright', name: 'Ann', email, address: '1 Main St', role: 'owner', work: 'My fox' },
      ...{ good_faith: true, accuracy: true, signature: 'Ann' }
    }
  },
  'POST /claims/:token/messages': { counter: 'claims.message.', body: { body: 'Hello' } },
  'POST /claims/:token/withdraw': { counter: 'claims.withdrawal.' },
  'POST /claims/:id/counter': {
    ...{ counter: 'claims.counter.', as: 'employee' },
    body: { name: 'Ann', address: '1 Main St', perjury_statement: true, consent_to_jurisdiction: true, signature: 'Ann' }
  },
  'POST /licenses/checkout': { counter: 'payments.checkout.', as: 'client', body: { asset_id: ASSET_ID } },
  'POST /orders': {
    ...{ counter: 'payments.checkout.', as: 'client' },
    body: { items: [ASSET_ID, ASSET_ID].map((asset_id) => ({ asset_id, license_type: 'personal' })) }
  },
  'POST /developers/webhooks': {
    ...{ counter: 'developers.webhook.', as: 'client' },
    body: { url: 'http://10.0.0.1/', events: ['license.granted'] }
  },
  'PATCH /developers/webhooks/:id': { counter: 'developers.webhook.', as: 'client', body: { is_active: false } },
  'DELETE /developers/webhooks/:id': { counter: 'developers.webhook.', as: 'client' },
  'POST /developers/webhooks/:id/rotate-secret': { counter: 'developers.webhook.', as: 'client' },
  'POST /developers/webhooks/:id/deliveries/:delivery_id/send-again': { counter: 'developers.send-again.', as: 'client' },
  'POST /coupons/quote': { counter: 'coupons.quote.', body: { code: 'SAVE10', items: [{ asset_id: ASSET_ID, license_type: 'personal' }] } },
  'POST /licenses/:id/transfer': { counter: 'licensing.transfer.', as: 'client', body: { email } },
  'POST /payments/:payment_id/capture': { counter: 'payments.capture.', as: 'client', body: {} },
  'PUT /profile/billing': { counter: 'invoicing.billing.', as: 'client', body: BILLING },
  'POST /invoices/:number/correct': { counter: 'invoicing.corrections.', as: 'client', body: BILLING },
  'POST /free-downloads': { counter: 'licensing.free.', body: { asset_id: ASSET_ID, email } },
  'POST /custom-requests': {
    ...{ counter: 'requests.create.', as: 'client' },
    body: { title: 'A logo', description: 'Round.', category: 'logo' }
  },
  'POST /custom-requests/:id/messages': { counter: 'requests.message.', as: 'client', body: { body: 'Hello' } },
  'POST /custom-requests/:id/attachments': { counter: 'requests.upload.', as: 'client', form: {} },
  'POST /assets': { counter: 'submissions.edit.', as: 'employee', body: TITLE },
  'POST /assets/search-by-picture': { counter: 'catalogue.picture-search.', form: {} },
  'PATCH /assets/:id': { counter: 'submissions.edit.', as: 'employee', body: { title: 'Red fox' } },
  'POST /uploads/upload-file': { counter: 'upload-files/artist/', as: 'employee', form: { asset_id: ASSET_ID } },
  'POST /uploads/new-asset': {
    counter: 'upload-files/artist/',
    as: 'employee',
    form: { asset_id: ASSET_ID, title: 'Fox', category: 'icon' }
  },
  'POST /uploads/:file_id/retry': { counter: 'submissions.retry.', as: 'employee' },
  'POST /subscriptions/checkout': {
    ...{ counter: 'payments.subscribe.', as: 'client' },
    body: { plan_id: 'indiv_monthly', renewal_consent: true }
  },
  'POST /subscriptions/:sub_id/confirm': { counter: 'payments.confirm.', as: 'client' },
  'POST /subscriptions/change-plan/quote': { counter: 'payments.quote_change.', as: 'client', body: { plan_id: 'indiv_monthly' } },
  'POST /subscriptions/change-plan': {
    counter: 'payments.change_plan.',
    as: 'client',
    body: { plan_id: 'indiv_monthly', quote_id: ASSET_ID, renewal_consent: true }
  },
  'POST /subscriptions/cancel-renewal/:token': { counter: 'subscriptions.notice.' },
  'POST /subscriptions/seats': { counter: 'subscriptions.invite/', as: 'client', body: { email } },
  'POST /auth/qr-email': {
    ...{ counter: 'tools.share.', as: 'client' },
    body: { to: [email], subject: 'A label', attachment: { filename: 'qr.png', dataUrl: 'data:image/png;base64,AAAA' } }
  }
}

/** Why an endpoint needs no counter. Whatever it changes is bounded by something that has one. */
const BOUNDED: Record<string, string> = {
  'POST /auth/session': 'stores nothing: it sets the cookie of a session that exists',
  'POST /auth/passkey/options': 'stores nothing: the challenge is signed, and counted where it is used',
  'POST /auth/logout': 'ends one session, once; sign-ins are limited',
  'POST /logout': 'ends one session, once; sign-ins are limited',
  'DELETE /profile': 'possible once for each account; registrations are limited',
  'POST /privacy/requests/:token': 'possible once for each mailed link; requests are limited',
  'POST /marketing/preferences/:token/unsubscribe': 'withdraws one consent, once; free downloads are limited',
  'DELETE /profile/avatar': 'removes one picture, once; pictures are limited',
  'POST /payments/webhooks/paypal': 'needs the signature of PayPal; an event is recorded once; new certificates are limited in memory',
  'POST /payments/:payment_id/cancel': 'possible once for each payment; checkouts are limited',
  'PATCH /custom-requests/:id': 'counts edits of open requests: tests/abuse/limits/long-timelines.test.ts',
  'POST /custom-requests/:id/cancel': 'possible once for each request; requests are limited',
  'DELETE /custom-requests/:id': 'possible once for each request; requests are limited',
  'POST /custom-requests/:id/read': 'moves one mark of the reader, only forward, up to the last entry',
  'DELETE /custom-requests/:id/attachments/:attachment_id': 'possible once for each attachment; attachments are limited',
  'POST /assets/:id/mend': 'sets one mark; a second call changes nothing until an admin rejects the asset again',
  'POST /assets/:id/resubmit': 'possible once after each rejection by an admin',
  'POST /assets/:id/appeal': 'possible once after each rejection by an admin',
  'DELETE /licenses/:id/transfer': 'possible once for each offer; offers are limited',
  'POST /licenses/transfers/:token/accept': 'possible once for each offer; offers are limited',
  'DELETE /collections/:id': 'possible once for each collection; new collections are limited',
  'DELETE /assets/:id': 'possible once for each asset; new assets are limited',
  'DELETE /uploads/:file_id': 'possible once for each file; uploads are limited',
  'POST /subscriptions/:sub_id/consent': 'stores the first consent only; checkouts are limited',
  'POST /subscriptions/cancel-renewal': 'counts changes of a renewal: tests/abuse/limits/renewal-toggles.test.ts',
  'POST /subscriptions/resume-renewal': 'counts changes of a renewal: tests/abuse/limits/renewal-toggles.test.ts',
  'POST /subscriptions/seats/:id/join': 'possible once for each invitation; invitations are limited',
  'DELETE /subscriptions/seats/:id': 'possible once for each seat; invitations are limited'
}

/** Endpoints that change something and are open to people who are not admins. */
const openChanges = () =>
  [...world.app.mounted.values()]
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method !== 'GET' && !(Array.isArray(access) && access.every((role) => role === 'admin')))
    .map(({ method, path }) => `${method} ${path}`)

test('every endpoint with which people who are not admins change something has a limit, or a reason to need none', () => {
  expect(openChanges().toSorted()).toEqual([...Object.keys(LIMITED), ...Object.keys(BOUNDED)].toSorted())
})

async function formOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob(['no picture']), 'fox.png')
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer())
  }
}

async function call(name: string, { as, body, form }: Call) {
  const [method = '', path = ''] = name.split(' ')
  const sent = form ? await formOf(form) : { headers: {}, ...(body && { payload: body }) }
  const authorization = as && { authorization: `Bearer ${(await world.person(as)).token}` }
  return world.app.inject({
    method: method as 'POST',
    url: `/api${path.replace(/:\w+/g, path.startsWith('/custom-requests') ? request_id : ASSET_ID)}`,
    ...sent,
    headers: { ...sent.headers, ...authorization }
  })
}

test.each(Object.entries(LIMITED))('%s counts its calls', async (name, limited) => {
  const counters = async () => (await sql<{ key: string }>`select distinct key from platform.use_count`.execute(world.db)).rows
  await sql`delete from platform.use_count`.execute(world.db)
  const { statusCode } = await call(name, limited)
  expect(statusCode).not.toBe(401)
  expect((await counters()).map(({ key }) => key)).toContainEqual(expect.stringContaining(limited.counter))
})
