import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, keyRing } from '#platform/server/index.ts'
import { applyWith, type Chosen, DOCX, RESUME } from '#tests/support/givens/applicants.ts'
import { picture } from '#tests/support/givens/submissions.ts'
import { APPLICANT_KEY, freshWorld, type World } from '#tests/support/world.ts'
import { applicantMetrics, changeApplicant, deleteApplicant, listApplicants, markApplicants } from '../contract.ts'
import { HIRED_RETENTION_DAYS, MESSAGE_MAX, REJECTED_RETENTION_DAYS } from '../rules.ts'
import { careersRetention, eraseApplications } from './forget.service.ts'
import { rewrapAll, rewrapNightly } from './keys.service.ts'

let world: World
let ID: Chosen
let serial = 0
beforeAll(async () => {
  world = await freshWorld()
  ID = { name: 'Pass “Ö”.png', bytes: await picture('png') }
})
afterAll(() => world.end())

const admin = () => world.as('admin')
const list = async (query: object = {}) => (await admin())(listApplicants, { query })
const change = async (id: string, body: object) => (await admin())(changeApplicant, { params: { id }, body })

/** Creates an application, an hour after the previous one. */
async function given(fields: Record<string, string> = {}, files: { resume?: Chosen; gov_id?: Chosen } = {}) {
  serial += 1
  world.at(new Date(Date.parse('2026-03-01T12:00:00Z') + serial * 3_600_000).toISOString())
  const email = `person-${serial}@example.com`
  expect((await applyWith(world, { email, ...fields }, { resume: RESUME, gov_id: ID, ...files })).status).toBe(201)
  return (await list({ q: email })).items[0]!
}

async function open(id: string, file: 'gov-id' | 'resume', role: 'admin' | 'client' = 'admin') {
  const { token } = await world.person(role)
  return world.app.inject({ url: `/api/admin/applicants/${id}/${file}`, headers: { authorization: `Bearer ${token}` } })
}
const actionsOf = async (id: string) =>
  (await world.db.selectFrom('accounts.audit_entry').select('action').where('subject', '=', id).orderBy('id').execute()).map(
    ({ action }) => action
  )
const filesOf = (id: string) =>
  world.db.selectFrom('careers.applicant_file').selectAll().where('applicant_id', '=', id).orderBy('kind').execute()

test('the list is newest first; the search covers name, email, phone, location, and skills', async () => {
  const ada = await given({ first_name: 'Adaline', skills: '100% vectors' })
  const grace = await given({ first_name: 'Grace', location: 'Arlington' })
  const { items, page, page_size } = await list()
  expect([items.map(({ id }) => id).slice(0, 2), page, page_size]).toEqual([[grace.id, ada.id], 1, 20])
  const found = async (q: string) => (await list({ q })).items.map(({ id }) => id)
  expect(await found('lovelace adaline')).toEqual([ada.id])
  expect(await found('100%')).toEqual([ada.id])
  expect(await found('arling')).toEqual([grace.id])
  expect(await found('%')).toEqual([ada.id])
  expect((await list({ page_size: 1, page: 2 })).items).toMatchObject([{ id: ada.id }])
})

test('the list can be sorted by name or oldest first, with pages', async () => {
  const people = [
    ['Zed', 'sort-Ash'],
    ['Amy', 'Sort-ash'],
    ['Bo', 'sort-Birch']
  ] as const
  for (const [first_name, last_name] of people) await given({ first_name, last_name })
  const found = async (query: object) => (await list({ q: 'sort-', ...query })).items.map(({ first_name }) => first_name)
  expect(await found({ sort: 'name' })).toEqual(['Amy', 'Zed', 'Bo'])
  expect(await found({ sort: 'oldest' })).toEqual(['Zed', 'Amy', 'Bo'])
  expect(await found({})).toEqual(['Bo', 'Amy', 'Zed'])
  expect([await found({ sort: 'name', page_size: 2 }), await found({ sort: 'name', page_size: 2, page: 2 })]).toEqual([
    ['Amy', 'Zed'],
    ['Bo']
  ])
  await expect(list({ sort: 'shoe size' })).rejects.toMatchObject({ status: 422 })
})

test('the list can be filtered by status, and the metrics count every status', async () => {
  const { id } = await given()
  const before = await (await admin())(applicantMetrics, {})
  expect(Object.keys(before)).toEqual(['submitted', 'in_review', 'shortlisted', 'rejected', 'hired'])
  await change(id, { status: 'hired' })
  expect((await list({ status: 'hired' })).items.map((one) => one.id)).toEqual([id])
  expect(await (await admin())(applicantMetrics, {})).toEqual({ ...before, submitted: before.submitted - 1, hired: 1 })
  await expect(list({ status: 'lost' })).rejects.toMatchObject({ status: 422 })
})

test('status, ID verification, and notes change separately, and each change is logged once', async () => {
  const { id } = await given()
  expect(await change(id, { status: 'in_review' })).toMatchObject({ status: 'in_review', gov_id_verified: false, notes: '' })
  await change(id, { status: 'in_review' })
  expect(await change(id, { gov_id_verified: true })).toMatchObject({ status: 'in_review', gov_id_verified: true })
  expect(await change(id, { gov_id_verified: false })).toMatchObject({ gov_id_verified: false })
  expect(await change(id, { notes: ' Calls back on Monday. ' })).toMatchObject({ notes: 'Calls back on Monday.' })
  expect(await actionsOf(id)).toEqual([
    'applicant.applied',
    'applicant.status_changed',
    'applicant.gov_id_verified',
    'applicant.gov_id_unverified',
    'applicant.notes_changed'
  ])
  await expect(change(id, {})).rejects.toMatchObject({ status: 422 })
  await expect(change(id, { status: 'lost' })).rejects.toMatchObject({ status: 422 })
  await expect(change(randomUUID(), { status: 'hired' })).rejects.toMatchObject({ status: 404, body: { code: 'applicant_not_found' } })
})

test('parallel bulk changes of the same applicants in different orders all succeed', async () => {
  const ids = [await given(), await given(), await given()].map(({ id }) => id)
  const mark = async (order: string[], status: 'shortlisted' | 'rejected') =>
    (await admin())(markApplicants, { body: { ids: order, status } })
  const answers = await Promise.all([
    mark(ids, 'shortlisted'),
    mark([...ids].reverse(), 'rejected'),
    mark([ids[1]!, randomUUID()], 'rejected')
  ])
  expect(answers).toMatchObject([{ updated: 3 }, { updated: 3 }, { updated: 1 }])
  expect(await mark(ids, 'rejected')).toEqual({ updated: 3, mailed: 0 })
  const { items } = await list({ status: 'rejected' })
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  await expect(mark([], 'rejected')).rejects.toMatchObject({ status: 422 })
})

describe('an email about a new status', () => {
  const message = { subject: 'About your application', body: 'First paragraph.\n\nSecond paragraph.' }
  const mailsTo = async (email: string) => (await world.mails()).filter(({ to, subject }) => to === email && subject === message.subject)

  test('is sent once, only when the status changes, and its text is not logged', async () => {
    const { id, email } = await given({ first_name: 'Ada' })
    expect(await change(id, { status: 'rejected', message })).toMatchObject({ status: 'rejected', mailed: true })
    expect(await change(id, { status: 'rejected', message })).toMatchObject({ mailed: false })
    expect(await change(id, { status: 'in_review' })).toMatchObject({ mailed: false })
    await world.work()
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/Hello Ada,\s+First paragraph\.\s+Second paragraph\./)
    const entries = await world.db.selectFrom('accounts.audit_entry').select(['action', 'details']).where('subject', '=', id).execute()
    expect(entries.filter(({ action }) => action === 'applicant.mailed')).toHaveLength(1)
    expect(JSON.stringify(entries)).not.toContain('paragraph')
  })

  test('goes to each applicant of a bulk change whose status changes', async () => {
    const [changed, same] = [await given(), await given()]
    await change(same.id, { status: 'hired' })
    const body = { ids: [changed.id, same.id], status: 'hired' as const, message }
    const [first, second] = await Promise.all([1, 2].map(async () => (await admin())(markApplicants, { body })))
    expect([first?.mailed, second?.mailed].sort()).toEqual([0, 1])
    await world.work()
    expect([(await mailsTo(changed.email)).length, (await mailsTo(same.email)).length]).toEqual([1, 0])
  })

  test('requires a status, a one-line subject, and a body, each within its limits', async () => {
    const { id } = await given()
    for (const body of [
      { message },
      { status: 'hired', message: { ...message, subject: ' ' } },
      { status: 'hired', message: { ...message, subject: 'Two\nlines' } },
      { status: 'hired', message: { ...message, subject: 'x'.repeat(MESSAGE_MAX.subject + 1) } },
      { status: 'hired', message: { ...message, body: '' } },
      { status: 'hired', message: { ...message, body: 'x'.repeat(MESSAGE_MAX.body + 1) } }
    ])
      await expect(change(id, body)).rejects.toMatchObject({ status: 422 })
    expect((await list({ status: 'hired' })).items.map((one) => one.id)).not.toContain(id)
  })
})

test('the CSV file has the filtered applicants, is safe for spreadsheets, and is for admins only', async () => {
  const { email } = await given({ first_name: '=cmd()', location: 'Csvville', skills: '+1, two' })
  const get = async (role: 'admin' | 'client', query: string) => {
    const { token } = await world.person(role)
    return world.app.inject({ url: `/api/admin/applicants.csv?${query}`, headers: { authorization: `Bearer ${token}` } })
  }
  const { headers, body } = await get('admin', 'q=csvville&status=submitted')
  expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'private, no-store' })
  const [head, ...lines] = body.trim().split('\r\n')
  expect(head).toContain('id,first_name,last_name,email,phone')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`"'=cmd()",`)
  expect(lines[0]).toContain(`"'+1, two"`)
  expect(lines[0]).toContain(email)
  expect((await get('admin', 'q=csvville&status=hired')).body.trim().split('\r\n')).toHaveLength(1)
  expect((await get('client', '')).statusCode).toBe(403)
  expect(await actionsOf('applicants')).toEqual(['report.exported', 'report.exported'])
})

describe('the files', () => {
  test('are encrypted: neither bytes nor names are readable in the file store', async () => {
    const { id } = await given({}, { resume: { name: 'resume.docx', bytes: DOCX } })
    for (const { file_key, kind } of await filesOf(id)) {
      const stored = await world.files.bytes(file_key)
      const plain = kind === 'resume' ? DOCX : ID.bytes
      expect(stored.length).toBeGreaterThan(plain.length)
      for (let at = 0; at + 8 <= Math.min(plain.length, 400); at += 8) expect(stored.includes(plain.subarray(at, at + 8))).toBe(false)
      expect(file_key).not.toMatch(/resume|gov|pass/i)
    }
  })

  test('open unchanged, for admins only, uncached, and each opening is logged', async () => {
    const { id } = await given({}, { resume: { name: 'Lebenslauf.docx', bytes: DOCX } })
    const [gov_id, resume] = [await open(id, 'gov-id'), await open(id, 'resume')]
    expect(gov_id.rawPayload.equals(ID.bytes)).toBe(true)
    expect(resume.rawPayload.equals(DOCX)).toBe(true)
    expect(gov_id.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="Pass _O_.png"; filename*=UTF-8''Pass%20%E2%80%9C%C3%96%E2%80%9D.png`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox"
    })
    expect(resume.headers['content-disposition']).toMatch(/^attachment;/)
    await open(id, 'gov-id')
    expect((await open(id, 'gov-id', 'client')).statusCode).toBe(403)
    expect((await open(randomUUID(), 'gov-id')).statusCode).toBe(404)
    expect(await actionsOf(id)).toEqual([
      'applicant.applied',
      'applicant.gov_id_opened',
      'applicant.resume_opened',
      'applicant.gov_id_opened'
    ])
  })

  test.each([
    ['resume.pdf.hta', 'resume.pdf.hta.docx'],
    ['resume\u202Excod.exe', 'resumexcod.exe.docx'],
    ['Resume.DOCX', 'Resume.DOCX']
  ])('the resume %j is saved as %j: the extension says what the bytes are', async (name, saved) => {
    const { id } = await given({}, { resume: { name, bytes: DOCX } })
    expect((await open(id, 'resume')).headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="?${saved}"?$`))
  })

  test('a file that was changed or swapped in storage is refused and not logged as opened', async () => {
    const [one, other] = [await given(), await given()]
    const [file, others] = [(await filesOf(one.id))[0]!, (await filesOf(other.id))[0]!]
    const right = await world.files.bytes(file.file_key)
    const wrong = Buffer.from(right)
    wrong[wrong.length - 1]! ^= 1
    for (const bytes of [wrong, await world.files.bytes(others.file_key), Buffer.from('x')]) {
      await world.files.put(file.file_key, bytes, 'application/octet-stream')
      const answer = await open(one.id, file.kind === 'resume' ? 'resume' : 'gov-id')
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'applicant_file_damaged'])
    }
    expect(await actionsOf(one.id)).toEqual(['applicant.applied'])
  })
})

describe('the keys', () => {
  const NEXT = Buffer.alloc(32, 77).toString('base64')
  const withKeys = async <T>(keys: string[], work: () => Promise<T>): Promise<T> => {
    const before = world.ports.applicants
    world.ports.applicants = { keys: keyRing(keys) }
    try {
      return await work()
    } finally {
      world.ports.applicants = before
    }
  }

  test('a new key wraps new files; older files stay readable, and after rewrapping also without the old key', async () => {
    const old = await given()
    await withKeys([NEXT, APPLICANT_KEY], async () => {
      const fresh = await given()
      expect((await filesOf(fresh.id)).every(({ key_id }) => key_id === keyRing([NEXT])[0].id)).toBe(true)
      for (const { id } of [old, fresh]) expect((await open(id, 'gov-id')).rawPayload.equals(ID.bytes)).toBe(true)
      const before = (await filesOf(old.id)).map(({ file_key }) => file_key)
      const [done, again] = await Promise.all([rewrapAll(world.ctx()), rewrapAll(world.ctx())])
      expect(done.rewrapped + again.rewrapped).toBeGreaterThanOrEqual(2)
      expect((await rewrapAll(world.ctx())).held).toEqual([{ key_id: keyRing([NEXT])[0].id, count: expect.any(Number), is_known: true }])
      expect((await filesOf(old.id)).map(({ file_key }) => file_key)).toEqual(before)
    })
    await withKeys([NEXT], async () => expect((await open(old.id, 'gov-id')).rawPayload.equals(ID.bytes)).toBe(true))
    await withKeys([APPLICANT_KEY, NEXT], () => rewrapAll(world.ctx()))
  })

  test('without its key a file is refused with the name of the setting, and the nightly job fails with the key’s id', async () => {
    const { id } = await given()
    await withKeys([NEXT], async () => {
      const answer = await open(id, 'gov-id')
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: 'applicant_key_missing', error: expect.stringContaining('APPLICANT_KEYS') }
      ])
      await expect(rewrapNightly(world.ctx())).rejects.toThrow(keyRing([APPLICANT_KEY])[0].id)
    })
    expect((await open(id, 'gov-id')).statusCode).toBe(200)
  })

  test('a key of the wrong length is refused', () => {
    expect(() => keyRing(['AAAA'])).toThrow('32 bytes')
    expect(() => keyRing([])).toThrow('No key')
  })
})

test('deleting an applicant deletes the files', async () => {
  const { id } = await given()
  const keys = (await filesOf(id)).map(({ file_key }) => file_key)
  await (await admin())(deleteApplicant, { params: { id } })
  expect((await open(id, 'resume')).statusCode).toBe(404)
  await world.work()
  expect(await Promise.all(keys.map((key) => world.files.size(key)))).toEqual([undefined, undefined])
  expect(await filesOf(id)).toEqual([])
  await expect((await admin())(deleteApplicant, { params: { id } })).rejects.toMatchObject({
    status: 404,
    body: { code: 'applicant_not_found' }
  })
})

test('a rejected application is deleted after 180 days, unless the rejection is undone', async () => {
  const [gone, back, hired] = [await given(), await given(), await given()]
  for (const { id } of [gone, back]) await change(id, { status: 'rejected' })
  await change(back.id, { status: 'in_review' })
  await change(hired.id, { status: 'hired' })
  const keys = (await filesOf(gone.id)).map(({ file_key }) => file_key)
  const after = async (days: number) => {
    for (const [erase, period] of [
      [careersRetention.rejected_applications, REJECTED_RETENTION_DAYS],
      [careersRetention.hired_applications, HIRED_RETENTION_DAYS]
    ] as const)
      await erase(world.ctx(), new Date(world.now().getTime() + (days - period) * 86_400_000))
  }
  const left = async () => (await list({ page_size: 100 })).items.map(({ id }) => id)
  await after(180)
  expect(await left()).toContain(gone.id)
  await after(181)
  expect(await left()).not.toContain(gone.id)
  expect(await left()).toEqual(expect.arrayContaining([back.id, hired.id]))
  await world.work()
  expect(await Promise.all(keys.map((key) => world.files.size(key)))).toEqual([undefined, undefined])
})

test('deleting an account deletes the applications from its address', async () => {
  const [own, other] = [await given(), await given()]
  const { email } = await world.db.selectFrom('careers.applicant').select('email').where('id', '=', own.id).executeTakeFirstOrThrow()
  await world.db.updateTable('careers.applicant').set({ email: 'someone.else@example.com' }).where('id', '=', other.id).execute()
  await inTransaction(world.ctx(), (ctx) => eraseApplications(ctx, { email }))
  const left = (await list({ page_size: 100 })).items.map(({ id }) => id)
  expect(left).not.toContain(own.id)
  expect(left).toContain(other.id)
})
