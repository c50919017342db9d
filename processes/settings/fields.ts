import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export const port = (example: number) => {
  const advice = `use a whole number from 1 to 65535, for example ${example}`
  return z
    .string()
    .regex(/^\d{1,5}$/, advice)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, advice)
}

export const amount = (max: number, example: number, min = 1) => {
  const advice = `use a whole number from ${min} to ${max}, for example ${example}`
  return z
    .string()
    .regex(/^\d{1,5}$/, advice)
    .transform(Number)
    .refine((value) => value >= min && value <= max, advice)
}

export const flag = z.enum(['0', '1'], 'use 0 or 1').transform((value) => value === '1')

export const hasProtocol = (...protocols: string[]) => {
  return (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

export const isTcpAddress = (text: string) => hasProtocol('tcp:')(text) && new URL(text).port !== ''

export const webAddress = (example: string) =>
  z
    .string()
    .refine(hasProtocol('http:', 'https:'), `use an http or https address, for example ${example}`)
    .transform((text) => text.replace(/\/+$/, ''))

export const filesAddress = z
  .string()
  .refine(
    (text) => !text.includes('://') || hasProtocol('file:', 's3:')(text),
    'use a folder, or s3://KEY:SECRET@HOST/BUCKET?region=REGION for a bucket'
  )
  .transform((text) => (text.startsWith('s3://') ? text : resolve(text.startsWith('file://') ? fileURLToPath(text) : text)))

export const accelLocation = z
  .string()
  .regex(/^\/[A-Za-z0-9_-]+\/$/, 'use the internal location of nginx, with a slash at both ends, for example /stored-files/')

export const mailFrom = z
  .string()
  .regex(/^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'use an address, for example "Easel <hello@example.com>"')
  .transform((text) => {
    const [, name = '', address = text] = /^(.*?)\s*<(.*)>$/.exec(text) ?? []
    return { name, address }
  })

/** The text of the file at a path. */
export const fileText = z.string().transform((path, { addIssue }) => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error instanceof Error && 'code' in error ? error : { code: String(error) }
    addIssue(`name a file that can be read, in PEM (${code})`)
    return ''
  }
})

export const KEY_32 = /^[\w+/-]{43}=?$/
export const KEY_ADVICE = 'use 32 random bytes in base64, for example from `openssl rand -base64 32`'
export const commaSeparated = (text: string) => text.split(',').map((one) => one.trim())

export const applicantKeys = z
  .string()
  .transform(commaSeparated)
  .refine((keys) => keys.every((key) => KEY_32.test(key)), `${KEY_ADVICE}, or several of those, comma-separated, newest first`)

export const socialLinks = z
  .string()
  .transform(commaSeparated)
  .refine(
    (links) => links.every(hasProtocol('https:')),
    'use https addresses, comma-separated, for example https://www.instagram.com/easel'
  )

export const databaseAddress = z
  .string()
  .refine(hasProtocol('postgres:', 'postgresql:'), 'use a PostgreSQL address, for example postgres://user:password@127.0.0.1:5432/easel')

/** Passwords may contain commas, so addresses are separated only where another one begins. */
const eachAddress = (text: string) => text.split(/,\s*(?=postgres(?:ql)?:)/)

/** A comma in the host or the database means that a second address is incomplete. */
const namesOneServer = (address: string) => !/,/.test(new URL(address).host + new URL(address).pathname)

export const databaseAddresses = z
  .string()
  .transform((text) => eachAddress(text.trim()))
  .refine(
    (addresses) => addresses.every((address) => hasProtocol('postgres:', 'postgresql:')(address) && namesOneServer(address)),
    'use the PostgreSQL address of a replica, for example postgres://user:password@127.0.0.1:5433/easel, or several of those, comma-separated'
  )
