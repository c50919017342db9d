/** Joins class names. Values that are not text are omitted. */
export const classNames = (...names: unknown[]): string => names.filter((name) => name && typeof name === 'string').join(' ')
