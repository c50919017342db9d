export { findKey, requireKeyOrigin, requireKeyScope, spendKeyCall, touchKey } from './keys/use-key.service.ts'
export { developersPersonalData, eraseDeveloper } from './personal-data.ts'
export { developersRoutes } from './routes.ts'
