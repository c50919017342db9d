import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint } from '#platform/contract/index.ts'
import { EXPORT_HOURS, REQUEST_HOURS, REQUEST_KINDS } from './rules.ts'

export const askForExport = endpoint({
  method: 'POST',
  path: '/profile/export',
  access: 'signed_in',
  proof: true,
  summary: 'Prepare a ZIP file of everything stored about the caller, and email a link to it that works for 48 hours.',
  status: 202,
  response: z.object({ message: z.string() })
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/privacy/exports/:id',
  access: 'anyone',
  summary: 'Download a copy of a person’s data with the signed link from the email.',
  params: z.object({ id: z.uuid() }),
  query: z.object({ expires: z.string().default(''), signature: z.string().default('') }),
  response: z.unknown(),
  kind: 'file'
})

export const askWithoutAccount = endpoint({
  method: 'POST',
  path: '/privacy/requests',
  access: 'anyone',
  summary:
    'Email a link that exports or deletes what is stored about an address without an account. The answer is the same for every address.',
  status: 202,
  body: z.object({ email: emailAddress(), kind: z.enum(REQUEST_KINDS, 'Please choose what you ask for.') }),
  response: z.object({ message: z.string() })
})

const params = z.object({ token: z.string().max(200) })

export const showRequest = endpoint({
  method: 'GET',
  path: '/privacy/requests/:token',
  access: 'anyone',
  summary: 'Get what the emailed link would do. It changes nothing.',
  params,
  response: z.object({ kind: z.enum(REQUEST_KINDS), email: z.string() })
})

export const carryOutRequest = endpoint({
  method: 'POST',
  path: '/privacy/requests/:token',
  access: 'anyone',
  summary: 'Do what the emailed link is for: email a copy of the data, or delete it. It works once.',
  params,
  response: z.object({ message: z.string() })
})

export const refusals = defineRefusals({
  export_not_found: { status: 404, message: 'This link is not valid. Please use the link in our email.' },
  export_expired: {
    status: 410,
    message: `This link has ended: it works for ${EXPORT_HOURS} hours, or until a newer copy is ready. Please ask for a new copy.`
  },
  too_many_exports: { status: 429, message: 'You have already asked for several copies today. Please try again tomorrow.' },
  has_account: {
    status: 409,
    message: 'This address has an account now. Please sign in: you can do this on your profile.'
  },
  request_not_found: {
    status: 404,
    message: `This link was already used, has expired after ${REQUEST_HOURS} hours, or is not complete. Please ask again.`
  }
})
