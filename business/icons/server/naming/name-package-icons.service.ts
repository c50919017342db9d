import { findImported, setIconNames } from '#catalogue/server/index.ts'
import type { Db } from '#platform/server/index.ts'
import { namePackageIconsWith, type PackageIcon } from './package-icons.service.ts'

/** Gives imported icons the names and drawings of their packages. */
export const namePackageIcons = (db: Db, icons: readonly PackageIcon[], now: Date): Promise<void> =>
  namePackageIconsWith({ findImported, setIconNames }, db, icons, now)
