export type RetentionRule = {
  id: string
  /** In the plural, as the beginning of a sentence. */
  what: string
  /** The tables. */
  where: string
  becomes: 'deleted' | 'anonymized' | 'archived'
  /** 0: in the first night. */
  days: number
  /** The event from which the days count. */
  since: string
  /** Why the data is stored that long. */
  why: string
}

/** Returns when data ends: '30 days after the email'. */
export function retentionPeriod({ days, since }: Pick<RetentionRule, 'days' | 'since'>): string {
  if (days === 0) return `the night after ${since}`
  return `${days} ${days === 1 ? 'day' : 'days'} after ${since}`
}

/** Returns a rule as a sentence for people. */
export const retentionSentence = (rule: RetentionRule): string =>
  `${rule.what} are ${rule.becomes} ${rule.days === 0 ? 'in ' : ''}${retentionPeriod(rule)}: ${rule.why}.`
