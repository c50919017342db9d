import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAsset } from '#catalogue/contract.ts'
import { openVisitor } from '#deploy/drill/visitor.ts'
import { nginxConfiguration, writeConfiguration } from '#deploy/reference/configuration.ts'
import { ACCEL, planOf } from '#deploy/reference/plan.ts'
import { giveToPostgres, makeCertificate } from '#deploy/reference/prepare.ts'
import { pgbouncer } from '#deploy/reference/services.ts'
import { until } from '#deploy/reference/wait.ts'
import { checkOut, linkLicenseFile } from '#licensing/contract.ts'
import { setWageRule } from '#payroll/contract.ts'
import { accelRedirect } from '#platform/server/files/accel-redirect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { adminAssets, decideAsset, withholdAsset } from '#submissions/review.contract.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { uploadedAsset } from '#tests/support/givens/submissions.ts'
import { hasPrograms } from '#tests/support/programs.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const run = promisify(execFile)
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`
const hasEngines = hasPrograms('nginx', 'haproxy', 'pgbouncer', 'openssl')

const folder = temporaryFolder('easel-reference-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(hasEngines)('the reference deployment', () => {
  test('nginx, HAProxy, and PgBouncer accept the configuration that it writes', async () => {
    const plan = planOf(join(folder, 'plan'), await freePort())
    writeConfiguration(plan)
    giveToPostgres(plan)
    await makeCertificate(plan)
    const env = { ...process.env, PATH }
    await run('nginx', ['-t', '-c', join(plan.folder, 'nginx.conf')], { env })
    await run('haproxy', ['-c', '-f', join(plan.folder, 'haproxy.cfg')], { env })
    const { command, args, user } = pgbouncer(plan)
    const child = spawn(command, [...args], { env, stdio: 'ignore', ...user })
    const ended = once(child, 'exit')
    const isUp = async () => (await run('bash', ['-c', `echo > /dev/tcp/127.0.0.1/${plan.ports.pgbouncer}`])).stderr === ''
    await until('PgBouncer listens', isUp, { within: 15_000, every: 50 })
    child.kill('SIGINT')
    await ended
  })
})

describe.runIf(hasEngines)('with nginx in front and ACCEL_REDIRECT', () => {
  const files = join(folder, 'files')
  const at = { folder: join(folder, 'nginx'), https_port: 0 }
  let world: World
  let visit: ReturnType<typeof openVisitor>
  let attack: ReturnType<typeof openVisitor>
  let stop: () => Promise<void>

  beforeAll(async () => {
    world = await freshWorld({ files: openFiles(files) })
    world.ports.accel = accelRedirect(ACCEL, files)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    at.https_port = await freePort()
    const plan = planOf(at.folder, at.https_port)
    writeConfiguration(plan)
    await makeCertificate(plan)
    for (const name of ['run', 'cache', 'logs']) mkdirSync(join(at.folder, name), { recursive: true })
    writeFileSync(
      join(at.folder, 'nginx.conf'),
      nginxConfiguration({ ...at, app_ports: [port, port], store: { files }, user: userInfo().username })
    )
    const nginx = spawn('nginx', ['-c', join(at.folder, 'nginx.conf')], { env: { ...process.env, PATH }, stdio: 'ignore' })
    const ended = once(nginx, 'exit')
    stop = async () => {
      nginx.kill('SIGQUIT')
      await ended
    }
    visit = openVisitor(plan, 1)
    attack = openVisitor(plan, 2)
    await until('nginx answers', async () => (await visit('/api/assets')).status === 200, { within: 15_000, every: 50 })
  })
  afterAll(async () => {
    await stop?.()
    await world?.end()
  })

  test('nginx sends an original, whole and by range, and the process sends no byte of it', async () => {
    const { asset_id } = await uploadedAsset(world, {})
    const [admin, client] = [await world.as('admin'), await world.as('client')]
    await admin(setWageRule, { body: { category: 'icon', wage: 1, license_price: 0 } })
    await admin(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
    const { license_id } = await client(checkOut, { body: { asset_id, terms_accepted: true } })
    const { download_url } = await client(linkLicenseFile, { params: { id: license_id! }, query: {} })
    const path = download_url.replace('http://easel.test', '')
    const own = await world.app.inject({ url: path })
    expect([own.statusCode, own.rawPayload.length]).toEqual([200, 0])
    const stored = await world.files.bytes(String(own.headers['x-accel-redirect']).slice(ACCEL.length))
    const whole = await visit(path)
    expect(whole.status).toBe(200)
    expect(whole.body.equals(stored)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store'
    })
    expect(whole.headers['content-disposition']).toMatch(/^attachment; filename=/)
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    expect(whole.headers).not.toHaveProperty('x-accel-redirect')
    expect((await visit(`${path}0`)).body.toString()).toContain('link_altered')
    const part = await visit(path, { headers: { range: 'bytes=1-3' } })
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([206, 'PNG', `bytes 1-3/${stored.length}`])
  })

  test('a preview that is not public is sent by nginx, and a public one by the process', async () => {
    const { asset_id } = await uploadedAsset(world, {})
    const admin = await world.as('admin')
    const address = async () => {
      const [asset] = await admin(adminAssets, { query: { ids: asset_id } })
      return asset!.files[0]!.preview_urls![640]!
    }
    const { token } = await world.person('admin')
    const headers = { authorization: `Bearer ${token}` }
    expect((await world.app.inject({ url: await address(), headers })).headers['x-accel-redirect']).toMatch(/^\/stored-files\//)
    const pending = await visit(await address(), { headers })
    expect([pending.status, pending.body.subarray(8, 12).toString()]).toEqual([200, 'WEBP'])
    await admin(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
    const { files } = await world.api(getAsset, { params: { id: asset_id } })
    const shared = files[0]!.preview_urls![640]!
    expect((await world.app.inject({ url: shared })).rawPayload.length).toBeGreaterThan(100)
    const shown = await visit(shared)
    expect([shown.status, shown.headers['content-type'], shown.body.subarray(8, 12).toString()]).toEqual([200, 'image/webp', 'WEBP'])
    expect(shown.headers['cache-control']).toContain('immutable')
  })

  test('nginx caches a public preview for a second: a withheld one is gone within two', async () => {
    const { preview, asset_id } = await publicPreview()
    expect((await visit(preview)).status).toBe(200)
    await (await world.as('admin'))(withholdAsset, { params: { id: asset_id }, body: { reason: 'A claim.' } })
    await until('the preview is gone', async () => (await visit(preview)).status === 410, { within: 2000, every: 50 })
    // While a new answer is on its way, which takes long under load, the old one would be shown.
    const written = readFileSync(join(at.folder, 'nginx.conf'), 'utf8')
    expect(written.match(/proxy_cache_use_stale .*/g)).toEqual(['proxy_cache_use_stale error timeout http_500 http_502 http_503 http_504;'])
  })

  test('bodies that the app refuses before they have arrived take no process out of service', async () => {
    const large = { method: 'POST', body: Buffer.alloc(8 * 1024 * 1024, 1), headers: { 'content-type': 'application/json' } }
    for (let call = 0; call < 4; call += 1) await attack('/api/auth/login', large).catch(() => undefined)
    for (let call = 0; call < 4; call += 1) expect((await visit('/api/assets')).status).toBe(200)
  })

  test('nobody outside reaches the internal location', async () => {
    await world.files.put('originals/aa/secret.png', Buffer.from('secret'), 'image/png')
    for (const path of ['originals/aa/secret.png', '', '../stored-files/originals/aa/secret.png'])
      expect((await visit(ACCEL + path)).status).toBe(404)
  })

  test('while no process answers, visitors get the previews that someone has just asked for', async () => {
    const { preview } = await publicPreview()
    const { body } = await visit(preview)
    await world.app.close()
    await until('no process answers', async () => (await visit('/api/assets')).status === 502, { within: 5000, every: 50 })
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const stale = await visit(preview)
    expect([stale.status, stale.body.equals(body)]).toEqual([200, true])
    expect((await visit(preview.replace('/640', '/320'))).status).toBe(502)
  })

  async function publicPreview(): Promise<{ preview: string; asset_id: string }> {
    const { asset_id } = await uploadedAsset(world, {})
    await (await world.as('admin'))(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
    const asset = await world.api(getAsset, { params: { id: asset_id } })
    return { asset_id, preview: asset.files[0]!.preview_urls![640]! }
  }
})
