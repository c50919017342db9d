/** Increment it whenever the checks change: the job then checks again what is under review. */
export const CHECK_VERSION = 1
