export const PROCESS_FILE = 'submissions.process-file'
export const FORGET_FILES = 'submissions.forget-files'
