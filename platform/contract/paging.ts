import { z } from 'zod'

const whole = (min: number, max: number, standard: number) => z.coerce.number().int().min(min).max(max).default(standard)

/** `page` counts from 1. */
export const paging = (page_size: number, max = 100) => ({ page: whole(1, 1_000_000, 1), page_size: whole(1, max, page_size) })

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() })
