export { Shell } from './shell.tsx'
export { Mark, Wordmark } from './wordmark.tsx'
