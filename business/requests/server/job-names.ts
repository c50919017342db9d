export const FORGET_FILES = 'requests.forget-files'
export const TELL_AWAY = 'requests.tell-away'
export const CLEAR_UNSENT = 'requests.clear-unsent'

/** The file store's keys of what no row names any more. */
export type ForgottenFiles = { keys: string[] }
/** A message that someone may not have read by then. */
export type UnreadMessage = { request_id: string; position: number }
