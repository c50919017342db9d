import { z } from 'zod'
import { defineRefusals, endpoint, requiredText } from '#platform/contract/index.ts'
import { SAVED_VIEW_NAME_MAX, SAVED_VIEW_QUERY_MAX, SAVED_VIEWS_MAX, TEXTS } from './rules.ts'

const savedView = z.object({ id: z.uuid(), path: z.string(), name: z.string(), query: z.string() })

const views = z.object({ items: z.array(savedView) })

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/admin/saved-views',
  access: ['admin'],
  grant: 'any',
  summary: 'List the filters that the caller has saved, by name',
  response: views
})

export const saveView = endpoint({
  method: 'POST',
  path: '/admin/saved-views',
  access: ['admin'],
  grant: 'any',
  summary: `Save the filters of a page under a name, at most ${SAVED_VIEWS_MAX} in all. The same page and name replaces them`,
  body: z.object({
    /** An admin page's path. */
    path: z.string().regex(/^\/[a-z]+(-[a-z]+)*(\/[a-z]+(-[a-z]+)*)?$/, 'This page has no filters.'),
    query: z.string().max(SAVED_VIEW_QUERY_MAX).startsWith('?'),
    name: requiredText(TEXTS.view_name, SAVED_VIEW_NAME_MAX)
  }),
  response: savedView,
  status: 201
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/admin/saved-views/:id',
  access: ['admin'],
  grant: 'any',
  summary: 'Delete saved filters of the caller. Nothing happens if they do not exist',
  params: z.object({ id: z.uuid() }),
  response: views
})

export const refusals = defineRefusals({
  too_many_views: { status: 409, message: `You can save ${SAVED_VIEWS_MAX} filters. Please delete one first.` }
})
