import { z } from 'zod'

const whole = (least: number, most: number, usual: number) => z.coerce.number().int().min(least).max(most).default(usual)

/** `page` counts from 1. */
export const paging = (usual: number, most = 100) => ({ page: whole(1, 1_000_000, 1), page_size: whole(1, most, usual) })

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() })
