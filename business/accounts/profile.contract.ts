import { z } from 'zod'
import { defineRefusals, endpoint, instant, requiredText } from '#platform/contract/index.ts'
import { NAME_MAX, newPassword, person, typedPassword } from './contract.ts'
import { AVATAR_MAX_MEGAPIXELS, OWN_COLORS_MAX, TEXTS } from './rules.ts'

/** `license_count` and `request_count` come from other parts. */
export const profile = person.extend({
  avatar_url: z.string().nullable(),
  brand_color: z.string().nullable(),
  /** '#rrggbb' in lower case: the colors that the person recolors drawings with. */
  palette: z.array(z.string()),
  license_count: z.int(),
  request_count: z.int(),
  created_at: instant
})
export type Profile = z.output<typeof profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/profile',
  access: 'signed_in',
  summary: 'Get the caller’s profile with its counts.',
  response: profile
})

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/profile',
  access: 'signed_in',
  summary: 'Change the caller’s name, accent color, or palette. A null color resets it.',
  body: z.object({
    name: requiredText(TEXTS.name, NAME_MAX).optional(),
    brand_color: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, TEXTS.brand_color)
      .nullable()
      .optional(),
    palette: z
      .array(
        z
          .string(TEXTS.palette)
          .trim()
          .toLowerCase()
          .regex(/^#[0-9a-f]{6}$/, TEXTS.palette),
        TEXTS.palette
      )
      .max(OWN_COLORS_MAX, TEXTS.palette)
      .optional()
  }),
  response: profile
})

export const rememberOrigin = endpoint({
  method: 'PUT',
  path: '/profile/remembered-origin',
  access: 'signed_in',
  summary: 'Remember by which origin the caller filters the catalogue on every device. Null forgets it.',
  status: 204,
  // The words are the catalogue's. One that it does not know filters nothing.
  body: z.object({
    origin: z
      .string()
      .regex(/^[a-z_]{1,30}$/)
      .nullable()
  }),
  response: z.null()
})

const newsChoice = z.object({
  agrees: z.boolean(),
  /** The words to agree to or, if the person agrees, those they agreed to. */
  words: z.string(),
  agreed_at: instant.nullable()
})
export type NewsChoice = z.output<typeof newsChoice>

export const getNews = endpoint({
  method: 'GET',
  path: '/profile/news',
  access: 'signed_in',
  summary: 'Get whether the caller’s address agrees to news by email, and to which words.',
  response: newsChoice
})

export const setNews = endpoint({
  method: 'PUT',
  path: '/profile/news',
  access: 'signed_in',
  summary: 'Agree to news by email, or withdraw the consent. The words and the date are stored.',
  body: z.object({ agrees: z.boolean() }),
  response: newsChoice
})

export const setAvatar = endpoint({
  method: 'PUT',
  path: '/profile/avatar',
  access: 'signed_in',
  summary: 'Upload the caller’s picture. It is cropped to a square and its metadata is removed.',
  files: ['file'],
  response: profile
})

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/profile/avatar',
  access: 'signed_in',
  summary: 'Remove the caller’s picture.',
  response: profile
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/profile/password',
  access: 'signed_in',
  summary: 'Change the password and end every other session.',
  status: 204,
  body: z.object({ current_password: typedPassword(TEXTS.current_password), new_password: newPassword(TEXTS.password_short) }),
  response: z.null()
})

export const session = z.object({
  id: z.uuid(),
  /** Such as 'Firefox on Windows'. */
  device: z.string(),
  ip: z.string(),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
  is_current: z.boolean()
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/profile/sessions',
  access: 'signed_in',
  summary: 'List the caller’s sessions, the current one first.',
  response: z.object({ items: z.array(session) })
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/profile/sessions/end',
  access: 'signed_in',
  summary: 'End one of the caller’s sessions or, without an id, all others.',
  body: z.object({ current_password: typedPassword(TEXTS.current_password), session_id: z.uuid().optional() }),
  response: z.object({ items: z.array(session) })
})

export const refusals = defineRefusals({
  wrong_password: { status: 422, message: 'This is not your current password.' },
  wrong_kind: { status: 415, message: TEXTS.avatar_kind },
  too_large: { status: 413, message: TEXTS.avatar_too_large },
  too_many_pixels: { status: 422, message: `The picture has more than ${AVATAR_MAX_MEGAPIXELS} megapixels.` },
  unreadable: { status: 422, message: 'This picture could not be read.' },
  file_required: { status: 422, message: 'Please select a file.' },
  session_not_found: { status: 404, message: 'This session has already ended.' }
})
