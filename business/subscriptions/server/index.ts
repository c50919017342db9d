export { type CurrentPlan, currentPlanOf, spendDownload } from './downloads.service.ts'
export type { PlanLicenses } from './ports.ts'
