export { createFairQueue } from '#platform/server/index.ts'
