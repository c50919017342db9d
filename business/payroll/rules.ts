/** What an asset can be. A wage rule sets, for each of them, the artist's wage and the licence's price. */
export const CATEGORIES = ['icon', 'vector', 'background', 'illustration', 'logo'] as const
export type Category = (typeof CATEGORIES)[number]

export const WORDS = {
  category: 'Please select a category.',
  wage: 'Please enter a valid non-negative number for Wage.',
  license_price: 'Please enter a valid non-negative number for License Price.',
  forbidden: 'Forbidden (403): admin role required.',
  load_failed: 'Failed to load wage rules.',
  save_failed: 'Failed to save wage rule.',
  delete_failed: 'Failed to delete wage rule.'
} as const

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/

/** Whether a typed text is a number of dollars, none below zero, with cents at most. */
export const isAmount = (typed: string): boolean => AMOUNT.test(typed.trim())
