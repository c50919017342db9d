export { countQueues, type DeadJob, deleteDeadJob, findDeadJobs, type QueueCount, type RunAgain, runAgain } from './dead-jobs.ts'
export * from './jobs.ts'
