import { z } from 'zod'
import { type RenditionLimits, USUAL_RENDITION_LIMITS } from '#licensing/server/renditions/rendition-limits.ts'
import type { UploadQuotas } from '#platform/server/files/upload-quota.ts'

const MB = 1024 * 1024

export const USUAL_QUOTAS = {
  client: { bytes: 2048 * MB, files: 1000, all_bytes: 51_200 * MB },
  artist: { bytes: 20_480 * MB, files: 5000 },
  applicant: { bytes: 300 * MB, files: 200, all_bytes: 3072 * MB }
} satisfies UploadQuotas

const whole = (usual: number, max: number) => {
  const advice = `use a whole number from 1 to ${max}, for example ${usual}`
  return z
    .string()
    .regex(/^\d{1,8}$/, advice)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, advice)
    .default(usual)
}

const daily = (usual: number) => whole(usual, 99_999)

/** What one client, artist, or applicant's network address may upload per day, and how much room the files that the server makes may take. */
export const quotaEnvironment = {
  CLIENT_DAILY_MB: daily(USUAL_QUOTAS.client.bytes / MB),
  CLIENT_DAILY_FILES: daily(USUAL_QUOTAS.client.files),
  ALL_CLIENTS_DAILY_MB: daily(USUAL_QUOTAS.client.all_bytes / MB),
  ARTIST_DAILY_MB: daily(USUAL_QUOTAS.artist.bytes / MB),
  ARTIST_DAILY_FILES: daily(USUAL_QUOTAS.artist.files),
  APPLICANT_DAILY_MB: daily(USUAL_QUOTAS.applicant.bytes / MB),
  APPLICANT_DAILY_FILES: daily(USUAL_QUOTAS.applicant.files),
  ALL_APPLICANTS_DAILY_MB: daily(USUAL_QUOTAS.applicant.all_bytes / MB),
  RENDITIONS_DAILY_MB: daily(USUAL_RENDITION_LIMITS.person_daily_bytes / MB),
  RENDITIONS_MAX_MB: whole(USUAL_RENDITION_LIMITS.store_bytes / MB, 99_999_999)
}

type QuotaEnvironment = { [Name in keyof typeof quotaEnvironment]: number }

export const toQuotas = (env: QuotaEnvironment): UploadQuotas => ({
  client: { bytes: env.CLIENT_DAILY_MB * MB, files: env.CLIENT_DAILY_FILES, all_bytes: env.ALL_CLIENTS_DAILY_MB * MB },
  artist: { bytes: env.ARTIST_DAILY_MB * MB, files: env.ARTIST_DAILY_FILES },
  applicant: { bytes: env.APPLICANT_DAILY_MB * MB, files: env.APPLICANT_DAILY_FILES, all_bytes: env.ALL_APPLICANTS_DAILY_MB * MB }
})

export const toRenditionLimits = (env: QuotaEnvironment): RenditionLimits => ({
  person_daily_bytes: env.RENDITIONS_DAILY_MB * MB,
  store_bytes: env.RENDITIONS_MAX_MB * MB
})
