import { showDollars } from '#platform/web/show.ts'

/** Formats an amount without cents if it is a whole number of dollars: $19, $19.50. */
export const wholeDollars = (cents: number): string => showDollars(cents).replace(/\.00$/, '')
