import { categoryLabel } from '#catalogue/rules.ts'
import { showDollars } from '#platform/web/show.ts'

/** Formats US dollars as the API returns them. */
export const showWage = (dollars: number): string => showDollars(Math.round(dollars * 100))

type WageLine = { category: string; count: number; wage: string }

/** Sums the wages booked by approving these assets, by category and in total. A category without a rule has no wage. */
export function wageSum(assets: readonly { category: string }[], wages: Readonly<Record<string, number>>) {
  const counts = Map.groupBy(assets, ({ category }) => category)
  const centsOf = (category: string, count: number) => Math.round((wages[category] ?? 0) * 100) * count
  const lines = [...counts].map(
    ([category, { length }]): WageLine => ({
      category: categoryLabel(category),
      count: length,
      wage: showDollars(centsOf(category, length))
    })
  )
  const cents = [...counts].reduce((sum, [category, { length }]) => sum + centsOf(category, length), 0)
  return { lines, sum: showDollars(cents) }
}
