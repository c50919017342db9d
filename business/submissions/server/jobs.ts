import { forgetFiles } from '#catalogue/server/index.ts'
import type { Ctx, JobHandler } from '#platform/server/index.ts'
import { drawUnseen, processFile } from './process-file.service.ts'

export const PROCESS_FILE = 'submissions.process-file'
export const FORGET_FILES = 'submissions.forget-files'

export const submissionsJobs = (context: () => Ctx): JobHandler[] => [
  { name: PROCESS_FILE, concurrency: 2, run: ({ file_id }: { file_id: string }) => processFile(context(), file_id) },
  { name: 'submissions.draw-unseen', cron: '40 4 * * *', run: () => drawUnseen(context()) },
  { name: FORGET_FILES, run: ({ keys }: { keys: string[] }) => forgetFiles(context().ports.files, keys) }
]
