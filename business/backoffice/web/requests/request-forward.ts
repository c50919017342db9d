import { redirect } from 'react-router'
import type { Route } from './+types/request-forward.ts'
import { addressOf } from './request-filter.ts'

/** The URL of one request, as mails link to it. The list opens the request in its panel. */
export const loader = ({ params: { requestId } }: Route.LoaderArgs) => redirect(addressOf({ q: '' }, { view: requestId }))
