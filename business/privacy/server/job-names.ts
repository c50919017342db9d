export const MAKE_EXPORT = 'privacy.make-export'
export const DELETE_FILES = 'privacy.delete-files'
export const MAIL_REQUEST = 'privacy.mail-request'
