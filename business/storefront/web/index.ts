export { useSessionSync } from './session-sync.ts'
export { Shell } from './shell.tsx'
export { Trouble } from './trouble.tsx'
