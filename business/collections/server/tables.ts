import type { Generated } from 'kysely'
import type { Visibility } from '../rules.ts'

type CollectionTable = {
  id: Generated<string>
  owner_id: string
  name: string
  project: string | null
  visibility: Generated<Visibility>
  subscription_id: string | null
  share_token: string | null
  share_ends_at: Date | null
  created_at: Date
  used_at: Date
}

type ItemTable = {
  collection_id: string
  asset_id: string
  position: number
  note: string | null
  added_at: Date
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'collections.collection': CollectionTable
    'collections.item': ItemTable
  }
}
