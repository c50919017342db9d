export const FORGET_FILES = 'careers.forget-files'
export const FORGET_REJECTED = 'careers.forget-rejected'
export const REWRAP_KEYS = 'careers.rewrap-keys'

/** The file store's keys of what no row names any more. */
export type ForgottenFiles = { keys: string[] }
