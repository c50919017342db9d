import { z } from 'zod'

/** Whether PostgreSQL can store it: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Characters that show nothing would make two addresses that look the same, and other scripts' dots two that are the same. */
const ADDRESS = /^[^\s@"'<>,:;()\p{Cc}\p{Cf}]+@[^\s@"'<>,:;()\p{Cc}\p{Cf}。．｡]+\.[^\s@"'<>,:;()\p{Cc}\p{Cf}.。．｡]{2,}$/u

/** An e-mail address, trimmed and lower-cased; decisions section 3 says which characters are refused. */
export const emailAddress = (message = 'Please enter a valid email.') =>
  z.string({ error: message }).trim().toLowerCase().max(254, message).regex(ADDRESS, message)

export const requiredText = (message: string, most: number) =>
  z.string({ error: message }).trim().min(1, message).max(most, `At most ${most} characters.`)
