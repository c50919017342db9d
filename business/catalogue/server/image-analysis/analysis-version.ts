/** Increment it whenever the analysis changes: the job then reanalyzes every picture. Apart from the analysis, which loads sharp. */
export const ANALYSIS_VERSION = 3
