export { accountsJobs } from './jobs.ts'
export { audit, createUser, findUser, findUsers, type User } from './people.service.ts'
export { accountsRoutes } from './routes.ts'
export { actorOf, createSession } from './sessions.service.ts'
