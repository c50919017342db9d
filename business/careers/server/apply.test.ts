import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { APPLICATION, applyWith, type Chosen, DOC, DOCX, PDF, RESUME, XLS, XLSX } from '#tests/support/givens/applicants.ts'
import { picture } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listApplicants } from '../contract.ts'

let world: World
let hours = 0
let ID: Chosen
beforeAll(async () => {
  world = await freshWorld()
  ID = { name: 'passport.png', bytes: await picture('png') }
})
afterAll(() => world.end())
/** Each test runs in its own hour, because the limits count per hour. */
beforeEach(() => {
  hours += 1
  world.at(new Date(Date.parse('2026-03-01T12:00:00Z') + hours * 3_600_000).toISOString())
})

const send = (fields: Record<string, string | undefined> = {}, files: { resume?: Chosen | undefined; gov_id?: Chosen | undefined } = {}) =>
  applyWith(world, fields, { resume: RESUME, gov_id: ID, ...files })
const listed = async (q: string) => (await world.as('admin'))(listApplicants, { query: { q } })
const storedFiles = () => world.db.selectFrom('careers.applicant_file').select('file_key').execute()

test('an application is stored as submitted, with both files, and emailed to the applicant and support', async () => {
  expect(await send()).toEqual({ status: 201, body: { message: 'Application Submitted' } })
  const { items } = await listed('lovelace')
  expect(items).toMatchObject([
    {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      phone: '+1 555 010 0199',
      location: 'London',
      portfolio_url: 'https://ada.example.com/work',
      years_experience: 12.5,
      skills: 'icons, engines',
      availability: 'flexible',
      work_auth: 'need_sponsorship',
      status: 'submitted',
      notes: '',
      gov_id_verified: false,
      has_gov_id: true,
      gov_id_original: 'passport.png',
      resume_original: 'resume.pdf'
    }
  ])
  const mails = (await world.mails()).toSorted((one, other) => one.to.localeCompare(other.to))
  expect(mails.map(({ to, reply_to }) => [to, reply_to])).toEqual([
    ['ada@example.com', undefined],
    ['support@easel.test', 'ada@example.com']
  ])
  const entries = await world.db
    .selectFrom('accounts.audit_entry')
    .select(['action', 'actor_id', 'details'])
    .where('subject', '=', items[0]!.id)
    .execute()
  expect(entries).toMatchObject([{ action: 'applicant.applied', actor_id: null, details: {} }])
  expect(readdirSync(world.settings.temp_dir)).toEqual([])
})

test('optional fields can be omitted and have defaults', async () => {
  const left = {
    location: undefined,
    portfolio_url: undefined,
    years_experience: '',
    skills: undefined,
    availability: '',
    work_auth: undefined
  }
  expect((await send({ ...left, email: 'little@example.com' })).status).toBe(201)
  expect((await listed('little@')).items).toMatchObject([
    { location: '', portfolio_url: '', years_experience: null, skills: '', availability: 'part_time', work_auth: 'yes' }
  ])
})

describe('an invalid field is refused with its own message, and nothing is stored', () => {
  test.each<[string, string | undefined, string]>([
    ['first_name', ' ', 'Please enter your first name.'],
    ['first_name', 'x'.repeat(101), 'At most 100 characters.'],
    ['last_name', undefined, 'Please enter your last name.'],
    ['phone', '', 'Please enter your phone number.'],
    ['email', 'ada', 'Please enter a valid email.'],
    ['years_experience', '-1', 'Enter a number from 0 to 80.'],
    ['years_experience', 'many', 'Enter a number from 0 to 80.'],
    ['portfolio_url', 'javascript:alert(1)', 'Enter a web address, for example https://example.com/portfolio'],
    ['portfolio_url', 'ada.example.com', 'Enter a web address, for example https://example.com/portfolio'],
    ['legal_notice_ack', undefined, 'Please confirm this to apply.'],
    ['legal_notice_ack', 'false', 'Please confirm this to apply.'],
    ['ip_ack', '', 'Please confirm this to apply.']
  ])('%s: %j', async (field, value, text) => {
    const before = await storedFiles()
    expect(await send({ [field]: value })).toMatchObject({ status: 422, body: { fields: { [field]: text } } })
    expect(await storedFiles()).toEqual(before)
  })

  test.each<[string, { resume?: Chosen | undefined; gov_id?: Chosen | undefined }, number, string, string]>([
    ['no resume', { resume: undefined }, 422, 'resume', 'Please choose your resume.'],
    ['an empty ID', { gov_id: { name: 'id.png', bytes: Buffer.alloc(0) } }, 422, 'gov_id', 'Please choose a government ID.'],
    [
      'a picture as the resume',
      { resume: { name: 'cv.pdf', bytes: Buffer.from('GIF89a') } },
      415,
      'resume',
      'Please choose a PDF, DOC or DOCX file.'
    ],
    ['a spreadsheet as the resume', { resume: { name: 'cv.docx', bytes: XLSX } }, 415, 'resume', 'Please choose a PDF, DOC or DOCX file.'],
    [
      'an XLS spreadsheet as the resume',
      { resume: { name: 'cv.doc', bytes: XLS } },
      415,
      'resume',
      'Please choose a PDF, DOC or DOCX file.'
    ],
    [
      'an HTML page as the ID',
      { gov_id: { name: 'id.png', type: 'image/png', bytes: Buffer.from('<!doctype html><script>1</script>') } },
      415,
      'gov_id',
      'Please choose a PDF, PNG, JPG, JPEG or WEBP file.'
    ],
    [
      'a Word file as the ID',
      { gov_id: { name: 'id.pdf', bytes: DOCX } },
      415,
      'gov_id',
      'Please choose a PDF, PNG, JPG, JPEG or WEBP file.'
    ],
    [
      'an ID over 10 MB',
      { gov_id: { name: 'id.pdf', bytes: Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]) } },
      413,
      'gov_id',
      'Government ID exceeds 10MB.'
    ],
    [
      'a resume over 5 MB',
      { resume: { name: 'cv.pdf', bytes: Buffer.concat([PDF, Buffer.alloc(5 * 1024 * 1024)]) } },
      413,
      'resume',
      'Resume exceeds 5MB.'
    ]
  ])('%s', async (_name, files, status, field, text) => {
    const before = await storedFiles()
    expect(await send({}, files)).toMatchObject({ status, body: { error: text, fields: { [field]: text } } })
    expect(await storedFiles()).toEqual(before)
    expect(readdirSync(world.settings.temp_dir)).toEqual([])
  })
})

test('all errors are reported together', async () => {
  const nothing = Object.fromEntries(Object.keys(APPLICATION).map((name) => [name, undefined]))
  const { status, body } = await send(nothing, { resume: undefined, gov_id: undefined })
  expect([status, Object.keys(body.fields ?? {}).sort()]).toEqual([
    422,
    ['email', 'first_name', 'gov_id', 'ip_ack', 'last_name', 'legal_notice_ack', 'phone', 'resume']
  ])
})

test.each<[string, Chosen, Chosen]>([
  ['DOCX and WEBP', { name: 'cv.docx', bytes: DOCX }, { name: 'id.webp', bytes: Buffer.alloc(0) }],
  ['DOC and JPEG', { name: 'cv.doc', bytes: DOC }, { name: 'id.jpeg', bytes: Buffer.alloc(0) }]
])('%s files are accepted', async (name, resume, gov_id) => {
  const bytes = await picture(gov_id.name.endsWith('webp') ? 'webp' : 'jpg')
  expect((await send({ email: 'kinds@example.com', skills: name }, { resume, gov_id: { ...gov_id, bytes } })).status).toBe(201)
})

test('files of exactly 5 and 10 MB are accepted', async () => {
  const filled = (megabytes: number) => Buffer.concat([PDF, Buffer.alloc(megabytes * 1024 * 1024 - PDF.length)])
  const files = { resume: { name: 'cv.pdf', bytes: filled(5) }, gov_id: { name: 'id.pdf', bytes: filled(10) } }
  expect((await send({ email: 'large@example.com' }, files)).status).toBe(201)
})

test('applying again returns the same answer and stores a second application', async () => {
  const first = await send({ email: 'again@example.com' })
  expect(await send({ email: 'AGAIN@example.com' })).toEqual(first)
  expect((await listed('again@')).total).toBe(2)
})

test('the same application sent many times in parallel is stored once, with two files', async () => {
  const before = (await storedFiles()).length
  const client_key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 4 }, () => send({ email: 'once@example.com', client_key })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect((await listed('once@')).total).toBe(1)
  expect((await storedFiles()).length).toBe(before + 2)
  expect((await world.mails()).filter(({ to }) => to === 'once@example.com')).toHaveLength(1)
})

test('applications are limited to 10 per hour for one email address and 60 for one IP address', async () => {
  for (let count = 0; count < 10; count += 1) await send({ email: 'often@example.com' }, { resume: undefined })
  const eleven = await Promise.all(Array.from({ length: 10 }, () => send({ email: 'often@example.com' })))
  expect(eleven.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(await send({ email: 'Often@example.com' })).toMatchObject({ status: 429, body: { code: 'too_many' } })
  for (let count = 0; count < 39; count += 1) await send({ email: `other-${count}@example.com` }, { resume: undefined })
  expect(await send({ email: 'last@example.com' })).toMatchObject({ status: 429 })
})

test('a body that is not a multipart form is refused', async () => {
  const answer = await world.app.inject({ method: 'POST', url: '/api/careers/apply', payload: APPLICATION })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'not_multipart'])
})
