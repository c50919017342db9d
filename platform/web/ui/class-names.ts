/** Class names in one string; what is no text is left out. */
export const classNames = (...names: unknown[]): string => names.filter((name) => name && typeof name === 'string').join(' ')
