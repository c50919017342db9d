import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint } from '#platform/contract/index.ts'
import { typedCode } from './contract.ts'
import { profile } from './profile.contract.ts'
import { TEXTS, UNDO_DAYS } from './rules.ts'

export const waitingEmail = endpoint({
  method: 'GET',
  path: '/profile/email',
  access: 'signed_in',
  summary: 'Get the caller’s new address that waits for its code.',
  response: z.object({ new_email: z.string().nullable() })
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/profile/email',
  access: 'signed_in',
  proof: true,
  summary: 'Email a code to the caller’s new address. The answer is the same if another account has the address.',
  status: 202,
  body: z.object({ email: emailAddress(TEXTS.email) }),
  response: z.object({ message: z.string() })
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/profile/email/confirm',
  access: 'signed_in',
  summary: 'Change the caller’s address with the emailed code. The old address gets a link that undoes it.',
  body: z.object({ code: typedCode }),
  response: profile
})

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/auth/undo-email-change',
  access: 'anyone',
  summary: 'Give an account its old address back with the emailed link. The password and every session end.',
  body: z.object({ token: z.string({ error: TEXTS.undo_token }).trim().min(1, TEXTS.undo_token).max(200) }),
  response: z.object({ message: z.string() })
})

export const deleteProfile = endpoint({
  method: 'DELETE',
  path: '/profile',
  access: 'signed_in',
  proof: true,
  summary: "Delete the caller's account. Personal data is erased; the books keep 'Deleted user'.",
  status: 204,
  body: z.object({ email: emailAddress('Please type your email address.') }),
  response: z.null()
})

export const refusals = defineRefusals({
  same_email: { status: 422, message: 'This is your email address already.' },
  email_taken: { status: 409, message: 'Another account has this email address.' },
  invalid_undo: { status: 410, message: `This link was already used, or is over ${UNDO_DAYS} days old.` },
  other_email: { status: 422, message: 'This is not the email address of your account.' },
  plan_renews: { status: 409, message: 'Your plan renews. Please cancel the renewal first; then you can delete your account.' },
  money_owed: {
    status: 409,
    message: 'We still owe you money, or a payment of yours is on its way. Once it has arrived, you can delete your account.'
  }
})
