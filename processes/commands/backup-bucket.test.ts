import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFiles } from '#platform/server/files/file-store.ts'
import type { Files } from '#platform/server/index.ts'
import { hashesOf, openPlace, type Place, stateOf } from '#tests/support/backups.ts'
import { applyWith, RESUME } from '#tests/support/givens/applicants.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { uploadedAsset } from '#tests/support/givens/submissions.ts'
import { hasS3Server, S3_KEY, type S3Server, startS3Server } from '#tests/support/servers/s3-server.ts'

const MB = 1024 * 1024
const TARGET = 'restored'

describe.runIf(hasS3Server())('with files in a bucket of Ceph', () => {
  let server: S3Server
  let market: Market
  let place: Place
  let bucket: Files

  beforeAll(async () => {
    server = await startS3Server()
    const client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', credentials: S3_KEY, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: TARGET }))
    market = await freshMarket()
    await boughtLicense(market, (await assetOnSale(market)).id)
    await uploadedAsset(market, { title: 'Blue fox' })
    await applyWith(market, {}, { resume: RESUME, gov_id: RESUME })
    await market.work()
    // A file that is uploaded in parts, an empty one, and several groups.
    await market.files.put('originals/large.bin', randomBytes(70 * MB), 'application/octet-stream')
    await market.files.put('originals/empty.bin', Buffer.alloc(0), 'application/octet-stream')
    for (let index = 0; index < 40; index += 1) await market.files.put(`originals/many/${index}`, randomBytes(10), 'image/png')
    place = await openPlace('without tables')
    bucket = openFiles(server.address(TARGET))
  }, 240_000)
  afterAll(async () => {
    await place?.end()
    await market?.end()
    await server?.stop()
  }, 60_000)

  const command = async (name: 'backup' | 'restore', url: string, ...words: string[]): Promise<string> => {
    const { NODE_ENV: _testing, ...inherited } = process.env
    const APPLICANT_KEYS = Buffer.alloc(32, 9).toString('base64')
    const env = { ...inherited, APPLICANT_KEYS, DATABASE_URL: url, FILES_URL: server.address(TARGET), DATA_DIR: place.data_dir }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [`processes/commands/${name}.ts`, ...words], { env })
    return stdout + stderr
  }

  test('npm run restore puts every row and every file there, again after losses, and npm run backup reads them', async () => {
    await place.backUp(market)
    const rows = await rowsIn(place.root)
    const files = await hashesOf(market.files)
    expect(Object.keys(rows.tables).length).toBeGreaterThan(70)
    expect(Object.keys(files).length).toBeGreaterThan(40)

    expect(await command('restore', place.url, place.root)).toContain('Every hash matches, and the ledger is intact.')
    expect(withoutRecord(await stateOf(place.url))).toEqual(rows)
    expect(await hashesOf(bucket)).toEqual(files)

    await expect(command('restore', place.url, place.root)).rejects.toThrow('add --replace')
    await bucket.delete('originals/many/7')
    await bucket.put('originals/many/8', randomBytes(10), 'image/png')
    await bucket.put('originals/stranger.bin', randomBytes(10), 'image/png')
    await command('restore', place.url, place.root, '--replace')
    expect(withoutRecord(await stateOf(place.url))).toEqual(rows)
    expect(await hashesOf(bucket)).toEqual(files)

    const root = join(place.folder, 'backups-of-the-bucket')
    expect(await command('backup', place.url, root)).toContain('is complete')
    expect(await rowsIn(root, files)).toEqual(rows)
  }, 300_000)
})

/** Restores a backup into a folder. The world's own database does not keep still: its queue notes when it last looked for work. */
async function rowsIn(root: string, files?: Record<string, string>) {
  const folder = await openPlace('without tables')
  try {
    await folder.restore({ root })
    if (files) expect(await hashesOf(folder.files)).toEqual(files)
    return withoutRecord(await stateOf(folder.url))
  } finally {
    await folder.end()
  }
}

/** Leaves out what a backup itself writes after its snapshot. */
const withoutRecord = ({ tables: { 'platform.backup': _record, ...tables }, ...schema }: Awaited<ReturnType<typeof stateOf>>) => ({
  tables,
  ...schema
})
