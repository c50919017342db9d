export { nameIcon } from './naming/names.service.ts'
export { namePackageIcons, type PackageIcon, type PackageSet } from './naming/package-icons.service.ts'
export { iconsPersonalData } from './personal-data.ts'
export { iconsJobs, iconsRoutes } from './routes.ts'
