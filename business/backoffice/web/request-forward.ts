import { redirect } from 'react-router'
import type { Route } from './+types/request-forward.ts'
import { addressOf } from './request-filter.ts'

/** The address of one request, as mails have it: the list opens it beside itself. */
export const loader = ({ params: { requestId } }: Route.LoaderArgs) => redirect(addressOf({ q: '' }, { view: requestId }))
