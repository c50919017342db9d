import { data } from 'react-router'

/** The last route, '*': an address that is no page still belongs to someone, so the error page keeps their navigation and theme. */
export function loader() {
  throw data(null, 404)
}

export default function NotFoundPage() {
  return null
}
