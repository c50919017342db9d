import { data } from 'react-router'

/** The catch-all route. As a route of the app, it keeps the user's navigation and theme on the error page. */
export function loader() {
  throw data(null, 404)
}

export default function NotFoundPage() {
  return null
}
