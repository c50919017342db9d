import type { Ctx, JobHandler } from '#platform/server/index.ts'
import { EXPORT_JOB_HOURS } from '../rules.ts'
import { deleteExportFiles, makeExport } from './export/export.service.ts'
import { DELETE_FILES, MAIL_REQUEST, MAKE_EXPORT } from './job-names.ts'
import { mailRequest } from './requests/requests.service.ts'

export const privacyJobs = (context: () => Ctx): JobHandler[] => [
  { name: MAKE_EXPORT, expires_after_seconds: EXPORT_JOB_HOURS * 3600, run: ({ id }: { id: string }) => makeExport(context(), id) },
  { name: DELETE_FILES, run: ({ ids }: { ids: string[] }) => deleteExportFiles(context(), ids) },
  { name: MAIL_REQUEST, run: ({ id }: { id: string }) => mailRequest(context(), id) }
]
