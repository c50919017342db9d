import { redirect } from 'react-router'
import type { Route } from './+types/asset-forward.ts'

/** /asset/{id} is what an asset's QR code holds. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/assets/${encodeURIComponent(params.assetId)}`, 301)
