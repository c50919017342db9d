import { z } from 'zod'
import { emailAddress, endpoint, refusals } from '#platform/contract/index.ts'
import { newPassword } from './contract.ts'
import { TEXTS } from './rules.ts'

const neutral = z.object({ message: z.string() })
const asked = z.object({ email: emailAddress(TEXTS.email) })

export const forgotUsername = endpoint({
  method: 'POST',
  path: '/recovery/forgot-username',
  access: 'anyone',
  summary: 'Mails a reminder of what to sign in with, if an account has that address',
  status: 202,
  body: asked,
  response: neutral
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/recovery/forgot-password',
  access: 'anyone',
  summary: 'Mails a link to set a new password, if an account has that address',
  status: 202,
  body: asked,
  response: neutral
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/recovery/reset-password',
  access: 'anyone',
  summary: 'Sets a new password with the mailed token and ends every session of the account',
  body: z.object({
    token: z.string({ error: TEXTS.reset_token }).trim().min(1, TEXTS.reset_token).max(256, TEXTS.reset_token),
    password: newPassword(TEXTS.password_short)
  }),
  response: neutral
})

export const no = refusals({
  invalid_token: { status: 422, message: TEXTS.reset_token }
})
