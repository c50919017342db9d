export { findKey, requireKeyOrigin, requireKeyScope, spendKeyCall, touchKey } from './keys/use-key.service.ts'
export { developersPersonalData, developersRetention, eraseDeveloper } from './personal-data.ts'
export { developersRoutes } from './routes.ts'
