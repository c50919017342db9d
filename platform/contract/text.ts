import { z } from 'zod'

/** Whether PostgreSQL can store the text: no NUL and no unpaired surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Refuses invisible characters, which would make two different addresses look the same, and the dots of other scripts, which mean the same as '.'. */
const ADDRESS = /^[^\s@"'<>,:;()\p{Cc}\p{Cf}]+@[^\s@"'<>,:;()\p{Cc}\p{Cf}。．｡]+\.[^\s@"'<>,:;()\p{Cc}\p{Cf}.。．｡]{2,}$/u

/** An email address, trimmed and in lower case. */
export const emailAddress = (message = 'Please enter a valid email.') =>
  z.string({ error: message }).trim().toLowerCase().max(254, message).regex(ADDRESS, message)

export const requiredText = (message: string, max: number) =>
  z.string({ error: message }).trim().min(1, message).max(max, `At most ${max} characters.`)
