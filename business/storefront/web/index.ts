export { ErrorPage } from './shell/error-page.tsx'
export { useSessionSync } from './shell/session-sync.ts'
export { Shell } from './shell/shell.tsx'
