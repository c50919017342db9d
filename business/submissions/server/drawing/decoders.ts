import { openDecoder } from '#platform/server/index.ts'

type PictureTasks = typeof import('./picture-tasks.ts')
const PICTURE_TASKS = 'business/submissions/server/drawing/picture-tasks.ts'

/** Uploaded files that are checked at the same time. */
export const CHECKED_AT_ONCE = 3

/** Checks uploads while their artists wait. */
export const checks = openDecoder<PictureTasks>({ module: PICTURE_TASKS, processes: CHECKED_AT_ONCE })

/** Pictures of visitors that are checked at the same time. */
export const VISITORS_AT_ONCE = 2

/** Checks pictures that visitors search with: uploads never wait behind them. */
export const visitorChecks = openDecoder<PictureTasks>({ module: PICTURE_TASKS, processes: VISITORS_AT_ONCE })

/** Scales what was drawn of a PDF or EPS. */
export const pictures = openDecoder<PictureTasks>({ module: PICTURE_TASKS, processes: 2 })

/** Each PDF has a process of its own, which loads no native code. */
export const pdfs = openDecoder<typeof import('./pdf-tasks.ts')>({
  module: 'business/submissions/server/drawing/pdf-tasks.ts',
  processes: 2,
  jobs_max: 1,
  native: false,
  memory_mb: 1024,
  cpu_seconds: 60
})
