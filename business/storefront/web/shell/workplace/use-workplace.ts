import { useRouteLoaderData } from 'react-router'
import type { loader } from './workplace.tsx'

/** The id of the route workplace.tsx: its file in the folder of the pages. */
const WORKPLACE_ROUTE = 'storefront/web/shell/workplace/workplace'

/** What the sidebar shows; null or undefined on pages without one. */
export const useWorkplace = () => useRouteLoaderData<typeof loader>(WORKPLACE_ROUTE)
