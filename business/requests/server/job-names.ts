export const FORGET_FILES = 'requests.forget-files'
export const MAIL_ABSENT = 'requests.tell-away'
export const CLEAR_UNSENT = 'requests.clear-unsent'

/** Keys in the file store that no row refers to anymore. */
export type ForgottenFiles = { keys: string[] }
/** A message that someone may not have read yet when the job runs. */
export type UnreadMessage = { request_id: string; position: number }
