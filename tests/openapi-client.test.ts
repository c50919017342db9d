import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeApi } from '#platform/server/http/openapi.ts'
import { refusalsOf } from '#processes/http/api-docs/contract-refusals.ts'
import { freshWorld, type World } from './support/world.ts'

vi.setConfig({ testTimeout: 180_000 })

let world: World
let folder: string
beforeAll(async () => {
  world = await freshWorld()
  // Below the repository, where its packages are found.
  mkdirSync('node_modules/.cache', { recursive: true })
  folder = mkdtempSync('node_modules/.cache/openapi-client-')
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.end()
})

const run = promisify(execFile)
const TSC = 'node_modules/typescript-7/bin/tsc'

/** Calls that must compile, and one that must not. */
const sample = (field: string) => `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const api = createClient<paths>({ baseUrl: 'https://easel.example/api' })

export async function use(): Promise<string[]> {
  const found = await api.GET('/assets', { params: { query: { search: 'fox' } } })
  const titles = (found.data ?? []).map(({ ${field} }) => ${field})
  const asset = await api.GET('/assets/{id}', { params: { path: { id: '3f2b8c1e-5d4a-4b6f-9a7c-0e1d2f3a4b5c' } } })
  if (asset.error) return [asset.error.code]
  const bought = await api.POST('/licenses/checkout', { body: { asset_id: asset.data.id, license_type: 'personal' } })
  return [...titles, asset.data.employee_name, bought.data?.checkout_url ?? '']
}
`

async function compile(text: string): Promise<string> {
  writeFileSync(join(folder, 'sample.ts'), text)
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: []
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['sample.ts'] }))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return run(process.execPath, [resolve(TSC), '-p', join(folder, 'tsconfig.json')]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout
  )
}

test('a typed client made from the description compiles, and knows the fields of an answer', async () => {
  const endpoints = [...world.app.mounted.values()].map(({ endpoint }) => endpoint)
  const description = describeApi(endpoints, { title: 'Easel API', version: '1', refusalsOf })
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(JSON.stringify(description))))
  expect(await compile(sample('title'))).toBe('')
  expect(await compile(sample('titel'))).toContain("Property 'titel' does not exist")
})
