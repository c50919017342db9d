import { redirect } from 'react-router'
import type { Route } from './+types/asset-forward.ts'

/** Redirects /asset/{id}, the address in an asset's QR code, to the asset's page. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/assets/${encodeURIComponent(params.assetId)}`, 301)
