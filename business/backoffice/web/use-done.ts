export { type FormAnswer as DeskAnswer, useDone } from '#submissions/web/index.ts'
