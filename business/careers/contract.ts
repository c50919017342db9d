import { z } from 'zod'
import { emailAddress, endpoint, instant, pageOf, paging, refusals, requiredText } from '#platform/contract/index.ts'
import {
  APPLICANT_SORTS,
  APPLICANT_STATES,
  APPLICANTS_PAGE_SIZE,
  APPLY_MAX,
  AVAILABILITIES,
  BULK_MOST,
  GOV_ID_MAX_MB,
  isWebAddress,
  isYears,
  NOTES_MAX,
  RESUME_MAX_MB,
  WORDS,
  WORK_AUTHS
} from './rules.ts'

const id = z.object({ id: z.uuid() })
const state = z.enum(APPLICANT_STATES)
const optionalText = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).default('')

/** Fields of a multipart form are text; other callers may send what they mean. */
const ticked = z
  .union([z.boolean(), z.string()], WORDS.legal)
  .transform((value) => value === true || value === 'true' || value === 'on' || value === '1')
  .refine((value) => value, WORDS.legal)

const years = z
  .union([z.number(), z.string()])
  .transform((value) => (String(value).trim() === '' ? null : Number(value)))
  .refine((value) => value === null || isYears(value), WORDS.years)
  .default(null)

const choice = <const Values extends readonly [string, ...string[]]>(values: Values, usual: Values[number]) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(values).default(usual as never))

export const application = z.object({
  first_name: requiredText(WORDS.first_name, APPLY_MAX.first_name),
  last_name: requiredText(WORDS.last_name, APPLY_MAX.last_name),
  email: emailAddress(),
  phone: requiredText(WORDS.phone, APPLY_MAX.phone),
  location: optionalText(APPLY_MAX.location),
  portfolio_url: optionalText(APPLY_MAX.portfolio_url).refine((typed) => typed === '' || isWebAddress(typed), WORDS.portfolio),
  years_experience: years,
  skills: optionalText(APPLY_MAX.skills),
  availability: choice(AVAILABILITIES, 'part_time'),
  work_auth: choice(WORK_AUTHS, 'yes'),
  legal_notice_ack: ticked,
  ip_ack: ticked,
  /** The sender's own name for this application: sent again after an answer that got lost, it is there once. */
  client_key: z
    .uuid()
    .or(z.literal('').transform(() => undefined))
    .optional()
})

export const apply = endpoint({
  method: 'POST',
  path: '/careers/apply',
  access: 'anyone',
  summary: 'Applies as an artist; the answer is the same whether or not someone of this address has applied before',
  body: application,
  files: ['resume', 'gov_id'],
  response: z.object({ message: z.string() }),
  status: 201
})

export const applicant = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  location: z.string(),
  portfolio_url: z.string(),
  years_experience: z.number().nullable(),
  /** Comma-separated. */
  skills: z.string(),
  availability: z.enum(AVAILABILITIES),
  work_auth: z.enum(WORK_AUTHS),
  status: state,
  notes: z.string(),
  gov_id_verified: z.boolean(),
  has_gov_id: z.boolean(),
  /** The file's name as it was sent. */
  gov_id_original: z.string().nullable(),
  resume_original: z.string().nullable(),
  created_at: instant
})
export type Applicant = z.output<typeof applicant>

export const listApplicants = endpoint({
  method: 'GET',
  path: '/admin/applicants',
  access: ['admin'],
  summary: 'Applicants, newest first where no other order is asked for',
  query: z.object({
    /** Words in name, e-mail, phone, location or skills. */
    q: z.string().trim().max(200).optional(),
    status: state.or(z.enum(['', 'all']).transform(() => undefined)).optional(),
    sort: z.enum(APPLICANT_SORTS).default('newest'),
    ...paging(APPLICANTS_PAGE_SIZE)
  }),
  response: pageOf(applicant)
})

export const applicantMetrics = endpoint({
  method: 'GET',
  path: '/admin/applicants/metrics',
  access: ['admin'],
  summary: 'How many applicants are in each status',
  response: z.record(state, z.int())
})

export const changeApplicant = endpoint({
  method: 'PUT',
  path: '/admin/applicants/:id',
  access: ['admin'],
  summary: 'Sets the status, whether the ID is verified, or the notes',
  params: id,
  body: z
    .object({
      status: state.optional(),
      gov_id_verified: z.boolean().optional(),
      notes: z.string().trim().max(NOTES_MAX, `At most ${NOTES_MAX} characters.`).optional()
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), 'Say what to change.'),
  response: applicant
})

export const markApplicants = endpoint({
  method: 'POST',
  path: '/admin/applicants/bulk-status',
  access: ['admin'],
  summary: 'Sets the status of several; those that do not exist are left out',
  body: z.object({ ids: z.array(z.uuid()).min(1, 'Select at least one applicant.').max(BULK_MOST), status: state }),
  /** How many there were. */
  response: z.object({ updated: z.int() })
})

export const openGovId = endpoint({
  method: 'GET',
  path: '/admin/applicants/:id/gov-id',
  access: ['admin'],
  summary: 'The government ID, decrypted; each opening is in the audit log',
  params: id,
  response: z.unknown(),
  kind: 'file'
})

export const openResume = endpoint({
  method: 'GET',
  path: '/admin/applicants/:id/resume',
  access: ['admin'],
  summary: 'The resume, decrypted; each opening is in the audit log',
  params: id,
  response: z.unknown(),
  kind: 'file'
})

export const deleteApplicant = endpoint({
  method: 'DELETE',
  path: '/admin/applicants/:id',
  access: ['admin'],
  summary: 'Deletes an applicant and the files',
  params: id,
  response: z.unknown(),
  status: 204
})

export const no = refusals({
  applicant_not_found: { status: 404, message: 'This applicant does not exist.' },
  applicant_file_not_found: { status: 404, message: 'This file does not exist.' },
  too_many_applications: { status: 429, message: 'Too many applications were sent from here. Please try again later.' },
  application_invalid: { status: 422, message: 'Please check the fields.' },
  resume_too_large: { status: 413, message: `Resume exceeds ${RESUME_MAX_MB}MB.` },
  gov_id_too_large: { status: 413, message: `Government ID exceeds ${GOV_ID_MAX_MB}MB.` },
  resume_kind: { status: 415, message: 'Please choose a PDF, DOC or DOCX file.' },
  gov_id_kind: { status: 415, message: 'Please choose a PDF, PNG, JPG, JPEG or WEBP file.' },
  /** The file was encrypted with a key that this process was not given. */
  applicant_key_missing: { status: 409, message: 'The key of this file is missing from APPLICANT_KEYS.' },
  applicant_file_damaged: { status: 409, message: 'This file cannot be decrypted: it was changed where it is stored, or the key is wrong.' }
})
