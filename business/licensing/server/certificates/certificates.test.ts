import { PDFiumLibrary } from '@hyzyla/pdfium'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUser } from '#accounts/users.contract.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { readLicense, verifyCertificate } from '../../contract.ts'
import { TERMS_VERSION } from '../../rules.ts'
import { checkDocument } from './certificate-file.ts'
import { type PublicKey, signingKey } from './signing.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const fetchCertificate = async (license_id: string, client = 'client', query = '') => {
  const { token } = await market.person('client', client)
  return market.app.inject({ url: `/api/licenses/${license_id}/certificate${query}`, headers: { authorization: `Bearer ${token}` } })
}
const certificateOf = async (license_id: string, client?: string) => (await fetchCertificate(license_id, client)).rawPayload
const keys = async () => (await market.app.inject('/.well-known/jwks.json')).json<{ keys: PublicKey[] }>().keys

/** Returns the text of each page. */
async function readPages(pdf: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const pages = [...document.pages()].map((page) => page.getText())
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}

describe('a certificate', () => {
  test('is a PDF for the licensee with the signed payload of the license', async () => {
    const asset = await assetOnSale(market, { title: 'Blue fox', artist: 'Ann Artist' }, '12.50')
    const { license_id } = await boughtLicense(market, asset.id, { client: 'Ada Lovelace', type: 'commercial' })
    const answer = await fetchCertificate(license_id, 'Ada Lovelace')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename=LIC-.*\.pdf/),
      'cache-control': 'no-store'
    })
    expect(checkDocument(answer.rawPayload, await keys())).toMatchObject({
      payload: {
        number: expect.stringMatching(/^LIC-/),
        asset: { id: asset.id, title: 'Blue fox', artist: 'Ann Artist' },
        licensee: 'Ada Lovelace',
        license_type: 'commercial',
        limits: { seats: 10, end_products: 50, print_run: 10_000 },
        price_cents: 3125,
        currency: 'USD',
        issued_at: '2026-03-01T12:00:00.000Z',
        terms: { version: TERMS_VERSION, url: 'http://easel.test/license-terms' },
        verify_url: expect.stringMatching(/^http:\/\/easel\.test\/verify\/LIC-/)
      }
    })
  })

  test('names the client’s own project, and is signed with it', async () => {
    const asset = await assetOnSale(market)
    const { license_id } = await boughtLicense(market, asset.id)
    const pdf = (await fetchCertificate(license_id, 'client', '?project=Spring+2026')).rawPayload
    expect(checkDocument(pdf, await keys())).toMatchObject({ payload: { project: 'Spring 2026' } })
    expect((await readPages(pdf)).join()).toContain('Spring 2026')
    expect((await readPages(await certificateOf(license_id))).join()).not.toContain('Spring 2026')
    expect((await fetchCertificate(license_id, 'client', `?project=${'x'.repeat(121)}`)).statusCode).toBe(422)
  })

  test('does not change when the title and names change, nor does the license', async () => {
    const asset = await assetOnSale(market, { title: 'Old title', artist: 'Old Artist' })
    const { license_id } = await boughtLicense(market, asset.id, { client: 'Old Name' })
    const before = await certificateOf(license_id, 'Old Name')
    const client = await market.person('client', 'Old Name')
    await market.db.updateTable('catalogue.asset').set({ title: 'New title' }).where('id', '=', asset.id).execute()
    await market.db.updateTable('accounts.user').set({ name: 'New Name' }).where('id', 'in', [asset.owner_id, client.id]).execute()
    market.at('2026-03-02T12:00:00Z')
    expect((await certificateOf(license_id, 'Old Name')).equals(before)).toBe(true)
    const license = await (await market.as('client', 'Old Name'))(readLicense, { params: { id: license_id } })
    expect(license).toMatchObject({ asset_title: 'Old title', licensee: 'Old Name', terms_version: TERMS_VERSION })
    const change = market.db.updateTable('licensing.license').set({ terms_version: '2027-01-01' }).where('id', '=', license_id).execute()
    await expect(change).rejects.toThrow('stays as it was')
    market.at('2026-03-01T12:00:00Z')
  })

  test('is available to the licensee only, and not for a refunded license', async () => {
    const asset = await assetOnSale(market)
    const { license_id, payment_id } = await boughtLicense(market, asset.id)
    expect((await fetchCertificate(license_id, 'stranger')).statusCode).toBe(404)
    expect((await market.app.inject(`/api/licenses/${license_id}/certificate`)).statusCode).toBe(401)
    await revoke(payment_id)
    expect((await fetchCertificate(license_id)).json()).toMatchObject({ code: 'license_not_active' })
  })

  test.each([
    ['in Chinese', '王小明的狐狸'],
    ['in Arabic', 'ثعلب أزرق'],
    ['in emoji', 'Fox 🦊'],
    ['that is markup', '<b>Fox</b> & <script>'],
    ['of 160 letters', 'Fox '.repeat(40).trim()],
    ['of one long word', 'F'.repeat(160)],
    ['with direction marks', 'Fox \u202egnp.exe'],
    ['that is empty', '']
  ])('is valid with a title %s', async (_, title) => {
    const asset = await assetOnSale(market, { title })
    const { license_id } = await boughtLicense(market, asset.id)
    const pdf = await certificateOf(license_id)
    expect(checkDocument(pdf, await keys())).toMatchObject({ payload: { asset: { title } } })
    expect((await readPages(pdf)).join()).toContain('License Certificate')
  })

  test('is one readable page', async () => {
    const asset = await assetOnSale(market, { title: 'Readable fox' })
    const { license_id } = await boughtLicense(market, asset.id, { type: 'extended' })
    const [text, ...others] = await readPages(await certificateOf(license_id))
    expect(others).toEqual([])
    const terms_day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(TERMS_VERSION))
    for (const words of ['Readable fox', 'Extended', 'March 1, 2026', '$60.00', 'Up to 500,000', `License Terms of ${terms_day}`])
      expect(text).toContain(words)
  })
})

async function revoke(payment_id: string): Promise<void> {
  await market.db
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at: market.now() })
    .where('payment_id', '=', payment_id)
    .execute()
}

test('one person can have 120 certificates drawn in an hour, and another is not affected', async () => {
  const asset = await assetOnSale(market)
  const [own, other] = [
    await boughtLicense(market, asset.id, { client: 'greedy' }),
    await boughtLicense(market, asset.id, { client: 'patient' })
  ]
  const { id } = await market.person('client', 'greedy')
  const hour = sql`date_trunc('hour', ${market.now()}::timestamptz)`
  await sql`insert into platform.use_count (key, window_start, used) values (${`licensing.certificates.${id}/3600`}, ${hour}, 119)`.execute(
    market.db
  )
  const statusOf = async (license_id: string, client: string) => (await fetchCertificate(license_id, client)).statusCode
  expect([await statusOf(own.license_id, 'greedy'), await statusOf(own.license_id, 'greedy')]).toEqual([200, 429])
  expect(await statusOf(other.license_id, 'patient')).toBe(200)
})

describe('checking a certificate', () => {
  let pdf: Buffer
  beforeAll(async () => {
    const asset = await assetOnSale(market, { title: 'Checked fox' })
    pdf = await certificateOf((await boughtLicense(market, asset.id)).license_id)
  })

  /** Changes single bytes throughout the file, in steps that reach every part of it. */
  test('detects a change of any byte, additions and truncation', async () => {
    const known = await keys()
    const changed: number[] = []
    for (let place = 0; place < pdf.length; place += Math.max(1, Math.floor(pdf.length / 400))) {
      const other = Buffer.from(pdf)
      other[place] = other[place]! ^ 1
      if (!('problem' in checkDocument(other, known))) changed.push(place)
    }
    for (let place = pdf.length - 1500; place < pdf.length; place++) {
      const other = Buffer.from(pdf)
      other[place] = other[place]! ^ 1
      if (!('problem' in checkDocument(other, known))) changed.push(place)
    }
    expect(changed).toEqual([])
    expect(checkDocument(Buffer.concat([pdf, Buffer.from('\n')]), known)).toEqual({ problem: 'changed' })
    expect(checkDocument(Buffer.concat([pdf, pdf]), known)).toEqual({ problem: 'changed' })
    expect('problem' in checkDocument(pdf.subarray(0, -1), known)).toBe(true)
    expect(checkDocument(Buffer.from('%PDF-1.4 nothing'), known)).toEqual({ problem: 'no_certificate' })
  })

  test('refuses a payload that is unsigned or signed by someone else', async () => {
    const stranger = signingKey(Buffer.alloc(32, 9).toString('base64'))
    expect(checkDocument(pdf, [stranger.public_key])).toEqual({ problem: 'unknown_key' })
    const [own] = await keys()
    // Another key with our key's id must not pass.
    expect(checkDocument(pdf, [{ ...stranger.public_key, kid: own!.kid }])).toEqual({ problem: 'unknown_key' })
    const jws = /stream\n([\w-]+)\.([\w-]+)\.[\w-]+\nendstream/.exec(pdf.toString('latin1'))!
    const head = Buffer.from(JSON.stringify({ alg: 'none', kid: own!.kid, typ: 'license-certificate+jws' })).toString('base64url')
    const unsigned = Buffer.from(pdf.toString('latin1').replace(jws[1]!, head.padEnd(jws[1]!.length, 'A')), 'latin1')
    expect('problem' in checkDocument(unsigned, await keys())).toBe(true)
  })

  test('succeeds after the key was replaced, but not after it was withdrawn', async () => {
    const asset = await assetOnSale(market)
    const { license_id } = await boughtLicense(market, asset.id, { client: 'rotating' })
    const [before] = await keys()
    const { certificates } = market.ports
    market.ports.certificates = { key: signingKey(Buffer.alloc(32, 3).toString('base64url')) }
    const next = await certificateOf(license_id, 'rotating')
    const both = await keys()
    expect(both).toHaveLength(2)
    expect(checkDocument(pdf, both)).toMatchObject({ kid: before!.kid })
    expect(checkDocument(next, both)).toMatchObject({ kid: market.ports.certificates.key.public_key.kid })
    const { kid } = market.ports.certificates.key.public_key
    await market.db.updateTable('licensing.certificate_key').set({ withdrawn_at: market.now() }).where('kid', '=', kid).execute()
    market.ports.certificates = certificates
    expect(checkDocument(next, await keys())).toEqual({ problem: 'unknown_key' })
    expect(JSON.stringify(await keys())).not.toContain('"d"')
  })
})

describe('the public page of a number', () => {
  const check = (number: string) => market.api(verifyCertificate, { params: { certificate_number: number } })

  test('shows validity, asset and initials, however the number is typed', async () => {
    const asset = await assetOnSale(market, { title: 'Known fox' })
    const { license_id, payment_id } = await boughtLicense(market, asset.id, { client: 'Ada King Lovelace', type: 'extended' })
    const { certificate_number } = await (await market.as('client', 'Ada King Lovelace'))(readLicense, { params: { id: license_id } })
    const known = {
      valid: true,
      asset_title: 'Known fox',
      license_type: 'extended',
      licensee: 'A. K. L.',
      issued_at: '2026-03-01T12:00:00.000Z'
    }
    const answer = await check(certificate_number)
    expect(answer).toMatchObject(known)
    expect(JSON.stringify(answer)).not.toMatch(/lovelace|@|[0-9a-f]{8}-/i)
    expect(await check(certificate_number.toLowerCase().replaceAll('-', ' '))).toMatchObject(known)
    await revoke(payment_id)
    expect(await check(certificate_number)).toMatchObject({ valid: false, status: 'revoked', ended_at: market.now().toISOString() })
  })

  test('an unknown number is not found; guessing is limited, valid numbers are not', async () => {
    const asset = await assetOnSale(market)
    const { license_id } = await boughtLicense(market, asset.id, { client: 'guessed' })
    const { certificate_number } = await (await market.as('client', 'guessed'))(readLicense, { params: { id: license_id } })
    const status = async (number: string, ip = '198.51.100.7') =>
      (await market.app.inject({ url: `/api/licenses/verify/${number}`, remoteAddress: ip })).statusCode
    for (let times = 0; times < 5; times++) expect(await status(certificate_number)).toBe(200)
    const guesses = await Promise.all(Array.from({ length: 70 }, (_, place) => status(`LIC-0000-0000-0000-00${10 + place}`)))
    expect([guesses.filter((one) => one === 404).length, guesses.filter((one) => one === 429).length]).toEqual([60, 10])
    expect(await status(certificate_number, '203.0.113.5')).toBe(200)
    await expect(check('nonsense')).rejects.toMatchObject({ status: 404, body: { code: 'certificate_not_found' } })
  })
})

test("a deleted person's name is removed from licenses, as licensee and as artist", async () => {
  const asset = await assetOnSale(market, { artist: 'Gone Artist' })
  const { license_id } = await boughtLicense(market, asset.id, { client: 'Gone Client' })
  const admin = await market.as('admin')
  const { id } = await market.person('client', 'Gone Client')
  await admin(deleteUser, { params: { id } })
  await admin(deleteUser, { params: { id: asset.owner_id } })
  const row = await market.db.selectFrom('licensing.license').selectAll().where('id', '=', license_id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ licensee_name: 'Deleted user', artist_name: 'Deleted user', asset_title: asset.title })
})
