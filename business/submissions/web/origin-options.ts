import { ORIGIN_LABELS, STATED_ORIGINS } from '#catalogue/origin.rules.ts'

/** The origins that an artist can state, in the order of the form. */
export const ORIGIN_OPTIONS = STATED_ORIGINS.map((value) => ({ value, label: ORIGIN_LABELS[value] }))
