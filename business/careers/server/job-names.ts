export const FORGET_FILES = 'careers.forget-files'
export const REWRAP_KEYS = 'careers.rewrap-keys'

/** File store keys that no row refers to any more. */
export type ForgottenFiles = { keys: string[] }
