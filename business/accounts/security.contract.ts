import { z } from 'zod'
import { defineRefusals, endpoint, instant, PROOF_WAYS } from '#platform/contract/index.ts'
import { typedPassword } from './contract.ts'
import { TEXTS } from './rules.ts'

export const prove = endpoint({
  method: 'POST',
  path: '/auth/proof',
  access: 'signed_in',
  summary: 'Prove again who you are, for calls that answer 409 proof_needed. It counts for this session.',
  body: z.object({ method: z.enum(PROOF_WAYS), password: typedPassword(TEXTS.current_password).optional() }),
  response: z.object({ proven_until: instant })
})

export const refusals = defineRefusals({
  wrong_password: { status: 422, message: 'This is not your current password.' }
})
