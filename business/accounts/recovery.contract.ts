import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint } from '#platform/contract/index.ts'
import { newPassword } from './contract.ts'
import { TEXTS } from './rules.ts'

const neutral = z.object({ message: z.string() })
const requested = z.object({ email: emailAddress(TEXTS.email) })

export const forgotUsername = endpoint({
  method: 'POST',
  path: '/recovery/forgot-username',
  access: 'anyone',
  summary: 'Email a username reminder, if an account has this address.',
  status: 202,
  body: requested,
  response: neutral
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/recovery/forgot-password',
  access: 'anyone',
  summary: 'Email a password reset link, if an account has this address.',
  status: 202,
  body: requested,
  response: neutral
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/recovery/reset-password',
  access: 'anyone',
  summary: 'Set a new password with the emailed token and end every session of the account.',
  body: z.object({
    token: z.string({ error: TEXTS.reset_token }).trim().min(1, TEXTS.reset_token).max(256, TEXTS.reset_token),
    password: newPassword(TEXTS.password_short)
  }),
  response: neutral
})

export const refusals = defineRefusals({
  invalid_token: { status: 422, message: TEXTS.reset_token }
})
