export { namePackageIcons } from './naming/name-package-icons.service.ts'
export { nameIcon } from './naming/names.service.ts'
export { iconsPersonalData } from './personal-data.ts'
export { iconsJobs, iconsRoutes } from './routes.ts'
