import { forgetFiles } from '#catalogue/server/index.ts'
import type { Ctx, JobHandler } from '#platform/server/index.ts'
import { cleanSvgsAgain } from './drawing/clean-svg-again.ts'
import { FORGET_FILES, PROCESS_FILE } from './job-names.ts'
import { mailApprovals } from './review/approval-notices.service.ts'
import { drawUnseen, processFile } from './upload/process-file.service.ts'
import { scanWaiting } from './upload/upload-scan.service.ts'

export const submissionsJobs = (context: () => Ctx): JobHandler[] => [
  { name: PROCESS_FILE, concurrency: 2, run: ({ file_id }: { file_id: string }) => processFile(context(), file_id) },
  { name: 'submissions.draw-unseen', cron: '40 4 * * *', run: () => drawUnseen(context()) },
  { name: 'submissions.clean-svgs-again', cron: '*/10 * * * *', run: () => cleanSvgsAgain(context()) },
  { name: 'submissions.scan-files', cron: '*/5 * * * *', run: () => scanWaiting(context()) },
  { name: 'submissions.mail-approvals', cron: '* * * * *', run: () => mailApprovals(context()) },
  { name: FORGET_FILES, run: ({ keys }: { keys: string[] }) => forgetFiles(context().ports.files, keys) }
]
