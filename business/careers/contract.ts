import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import {
  APPLICANT_SORTS,
  APPLICANT_STATES,
  APPLICANTS_PAGE_SIZE,
  APPLY_MAX,
  AVAILABILITIES,
  BULK_MAX,
  CSV_MAX,
  GOV_ID_MAX_MB,
  isWebAddress,
  isYears,
  MESSAGE_MAX,
  MESSAGES,
  NOTES_MAX,
  RESUME_MAX_MB,
  WORK_AUTHS
} from './rules.ts'

const id = z.object({ id: z.uuid() })
const state = z.enum(APPLICANT_STATES)
const optionalText = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).default('')

/** Multipart forms send text; other callers may send a boolean. */
const ticked = z
  .union([z.boolean(), z.string()], MESSAGES.legal)
  .transform((value) => value === true || value === 'true' || value === 'on' || value === '1')
  .refine((value) => value, MESSAGES.legal)

const years = z
  .union([z.number().min(0, MESSAGES.years).max(APPLY_MAX.years_experience, MESSAGES.years), z.string()], MESSAGES.years)
  .transform((value) => (String(value).trim() === '' ? null : Number(value)))
  .refine((value) => value === null || isYears(value), MESSAGES.years)
  .default(null)

const choice = <const Values extends readonly [string, ...string[]]>(values: Values, usual: Values[number]) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(values).default(usual as never))

export const application = z.object({
  first_name: requiredText(MESSAGES.first_name, APPLY_MAX.first_name),
  last_name: requiredText(MESSAGES.last_name, APPLY_MAX.last_name),
  email: emailAddress(),
  phone: requiredText(MESSAGES.phone, APPLY_MAX.phone),
  location: optionalText(APPLY_MAX.location),
  portfolio_url: optionalText(APPLY_MAX.portfolio_url).refine((typed) => typed === '' || isWebAddress(typed), MESSAGES.portfolio),
  years_experience: years,
  skills: optionalText(APPLY_MAX.skills),
  availability: choice(AVAILABILITIES, 'part_time'),
  work_auth: choice(WORK_AUTHS, 'yes'),
  legal_notice_ack: ticked,
  ip_ack: ticked,
  /** The sender's own id for this application, so that a repeated submission is stored once. */
  client_key: z
    .uuid()
    .or(z.literal('').transform(() => undefined))
    .optional()
})

export const apply = endpoint({
  method: 'POST',
  path: '/careers/apply',
  access: 'anyone',
  summary: 'Apply as an artist. The answer does not reveal whether this email address has applied before.',
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
  /** The original file name. */
  gov_id_original: z.string().nullable(),
  resume_original: z.string().nullable(),
  /** What to know before opening the file: it is blocked, not scanned yet, or a Word file that was never scanned. */
  gov_id_notice: z.string().nullable(),
  resume_notice: z.string().nullable(),
  created_at: instant
})
export type Applicant = z.output<typeof applicant>

const applicantFilter = {
  /** Words in the name, email, phone, location or skills. */
  q: z.string().trim().max(200).optional(),
  status: state.or(z.enum(['', 'all']).transform(() => undefined)).optional(),
  sort: z.enum(APPLICANT_SORTS).default('newest')
}

export const listApplicants = endpoint({
  method: 'GET',
  path: '/admin/applicants',
  access: ['admin'],
  grant: 'people',
  summary: 'List applicants, newest first by default.',
  query: z.object({ ...applicantFilter, ...paging(APPLICANTS_PAGE_SIZE) }),
  response: pageOf(applicant)
})

export const applicantsCsv = endpoint({
  method: 'GET',
  path: '/admin/applicants.csv',
  access: ['admin'],
  grant: 'people',
  summary: 'Download the filtered applicants as a CSV file. Each download is recorded in the audit log.',
  query: z.object(applicantFilter),
  response: z.unknown(),
  kind: 'file'
})

export const applicantMetrics = endpoint({
  method: 'GET',
  path: '/admin/applicants/metrics',
  access: ['admin'],
  grant: 'people',
  summary: 'Count applicants by status.',
  response: z.record(state, z.int())
})

/** An email to the applicant. It is sent once, and only if the status changes. */
const message = z
  .object({
    subject: requiredText(MESSAGES.message_subject, MESSAGE_MAX.subject).regex(/^[^\r\n]*$/, MESSAGES.message_subject),
    body: requiredText(MESSAGES.message_body, MESSAGE_MAX.body)
  })
  .optional()
export type ApplicantMessage = NonNullable<z.output<typeof message>>

export const changeApplicant = endpoint({
  method: 'PUT',
  path: '/admin/applicants/:id',
  access: ['admin'],
  grant: 'people',
  summary: 'Set the status, the ID verification, or the notes. A message is emailed to the applicant if the status changes.',
  params: id,
  body: z
    .object({
      status: state.optional(),
      gov_id_verified: z.boolean().optional(),
      notes: z.string().trim().max(NOTES_MAX, `At most ${NOTES_MAX} characters.`).optional(),
      message
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), 'Include at least one field to change.')
    .refine((body) => body.message === undefined || body.status !== undefined, 'Set a status to email the applicant.'),
  response: applicant.extend({ mailed: z.boolean() })
})

export const markApplicants = endpoint({
  method: 'POST',
  path: '/admin/applicants/bulk-status',
  access: ['admin'],
  grant: 'people',
  summary: 'Set the status of several applicants. Unknown ids are ignored. A message is emailed to everyone whose status changes.',
  body: z.object({ ids: z.array(z.uuid()).min(1, 'Select at least one applicant.').max(BULK_MAX), status: state, message }),
  /** `updated` counts the applicants found, `mailed` the emails sent. */
  response: z.object({ updated: z.int(), mailed: z.int() })
})

export const openGovId = endpoint({
  method: 'GET',
  path: '/admin/applicants/:id/gov-id',
  access: ['admin'],
  grant: 'people',
  is_sensitive: true,
  summary: 'Download the decrypted government ID. Each download is recorded in the audit log.',
  params: id,
  response: z.unknown(),
  kind: 'file'
})

export const openResume = endpoint({
  method: 'GET',
  path: '/admin/applicants/:id/resume',
  access: ['admin'],
  grant: 'people',
  is_sensitive: true,
  summary: 'Download the decrypted resume. Each download is recorded in the audit log.',
  params: id,
  response: z.unknown(),
  kind: 'file'
})

export const deleteApplicant = endpoint({
  method: 'DELETE',
  path: '/admin/applicants/:id',
  access: ['admin'],
  grant: 'people',
  summary: 'Delete an applicant and the files.',
  params: id,
  response: z.unknown(),
  status: 204
})

export const refusals = defineRefusals({
  applicant_not_found: { status: 404, message: 'This applicant does not exist.' },
  applicant_file_not_found: { status: 404, message: 'This file does not exist.' },
  too_many_applications: { status: 429, message: 'Too many applications were sent from here. Please try again later.' },
  application_invalid: { status: 422, message: 'Please check the fields.' },
  resume_too_large: { status: 413, message: `Resume exceeds ${RESUME_MAX_MB}MB.` },
  gov_id_too_large: { status: 413, message: `Government ID exceeds ${GOV_ID_MAX_MB}MB.` },
  resume_kind: { status: 415, message: 'Please choose a PDF, DOC or DOCX file.' },
  gov_id_kind: { status: 415, message: 'Please choose a PDF, PNG, JPG, JPEG or WEBP file.' },
  application_infected: { status: 422, message: 'Blocked: the virus scanner found malware.' },
  applicant_file_blocked: { status: 409, message: 'Blocked: the virus scanner found malware.' },
  applicant_file_waiting: { status: 409, message: 'This file was not scanned for viruses yet. Please try again later.' },
  too_many_applicants: { status: 422, message: `More than ${CSV_MAX} applicants match. Please narrow the filters.` },
  /** The file was encrypted with a key that this process does not have. */
  applicant_key_missing: { status: 409, message: 'The key of this file is missing from APPLICANT_KEYS.' },
  applicant_file_damaged: { status: 409, message: 'This file cannot be decrypted: it was changed in storage, or the key is wrong.' }
})
