import { isIP } from 'node:net'
import { z } from 'zod'

const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal']

const isProxy = (text: string) => {
  const [address = '', bits = '0'] = text.split('/')
  return PROXY_RANGES.includes(text) || (isIP(address) > 0 && /^\d{1,3}$/.test(bits))
}

/** The number of proxies in front of the app, or their addresses. */
export const trustProxy = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) || false : text.split(',').map((word) => word.trim())))
  .refine((value) => !Array.isArray(value) || value.every(isProxy), {
    message: 'use the number of proxies in front of the app (for example 1) or their addresses (for example 203.0.113.7,10.0.0.0/8)'
  })
