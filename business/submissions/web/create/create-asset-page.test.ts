import { RouterContextProvider, redirect } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext, pageApi, requestContext } from '#platform/web/page.ts'
import { readLastCreatedAsset } from '../last-created-asset.ts'
import { readAssetDraft, storeAssetDraft } from './asset-draft.ts'
import { action, clientAction, loader } from './create-asset-page.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const FIELDS = { title: 'Heron', description: 'In the reeds', category: 'vector', tags: 'heron, reed', origin: 'ai_assisted' }
const SIGNED_OUT = new ApiError(401, { error: 'Please log in first.', code: 'signed_out' })

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name)
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memory())
  vi.stubGlobal('sessionStorage', memory())
})

const posted = () => new Request('https://easel.example/create-asset', { method: 'POST', body: new URLSearchParams(FIELDS) })

/** A page whose session has ended. */
function signedOut(request: Request) {
  const call = () => Promise.reject(SIGNED_OUT)
  const context = new RouterContextProvider()
  context.set(apiContext, pageApi(Object.assign(call, { withTotal: call }) as unknown as Api, request))
  context.set(requestContext, {
    user: null,
    brand_name: 'Easel',
    support_email: 'help@example.com',
    social_links: [],
    public_url: 'https://easel.example',
    theme: 'system',
    nonce: ''
  })
  return { request, context, params: {} } as never
}

test('a form that is submitted without a session says so, offers the login, and keeps what was typed', async () => {
  const args = signedOut(posted())
  expect(await action(args)).toMatchObject({
    data: { fields: { form: 'Please log in first.' }, login: '/login?next=%2Fcreate-asset', typed: FIELDS },
    init: { status: 401 }
  })
  // Without JavaScript, the page is rendered in the same request: it must not redirect either.
  expect(await loader(args)).toMatchObject({ rules: [], many: false })
})

test.each(['human', '', undefined])('the origin %j of the form is sent, so that the server refuses a form without one', async (origin) => {
  const sent: unknown[] = []
  const call = async (_endpoint: unknown, { body }: { body: unknown }) => {
    sent.push(body)
    return { asset_id: ID }
  }
  const fields = { title: 'Heron', category: 'icon', ...(origin !== undefined && { origin }) }
  const request = new Request('https://easel.example/create-asset', { method: 'POST', body: new URLSearchParams(fields) })
  const context = new RouterContextProvider()
  context.set(apiContext, Object.assign(call, { withTotal: call }) as unknown as Api)
  await action({ request, context, params: {} } as never)
  expect(sent).toMatchObject([{ origin: origin ?? '' }])
})

test('opening the page without a session leads to the login', async () => {
  const args = signedOut(new Request('https://easel.example/create-asset'))
  await expect(loader(args)).rejects.toMatchObject({ status: 302 })
})

const clientCall = (serverAction: () => Promise<unknown>) => clientAction({ request: posted(), serverAction } as never)

test('what was typed without a session is stored until the asset is created', async () => {
  await clientCall(async () => ({ fields: { form: 'Please log in first.' }, login: '/login?next=%2Fcreate-asset' }))
  expect(readAssetDraft()).toEqual(FIELDS)
  await expect(clientCall(() => Promise.reject(redirect(`/upload-file/${ID}`)))).rejects.toMatchObject({ status: 302 })
  expect(readAssetDraft()).toEqual({})
})

test('the created asset is stored as the last one; other answers and redirects store nothing', async () => {
  await clientCall(async () => ({ fields: { title: 'Too long.' } }))
  await expect(clientCall(() => Promise.reject(redirect('/login?next=%2Fupload-file%2F1')))).rejects.toBeInstanceOf(Response)
  expect(readLastCreatedAsset()).toBeUndefined()
  expect(readAssetDraft()).toEqual({})
  await expect(clientCall(() => Promise.reject(redirect(`/upload-file/${ID}`)))).rejects.toBeInstanceOf(Response)
  expect(readLastCreatedAsset()).toBe(ID)
})

test('a stored draft that is not an object is ignored', () => {
  sessionStorage.setItem('easel.draft.create-asset', '"text"')
  expect(readAssetDraft()).toEqual({})
  storeAssetDraft({ title: 'Heron' })
  expect(readAssetDraft()).toEqual({ title: 'Heron' })
})
