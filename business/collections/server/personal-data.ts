import type { PersonalData } from '#platform/server/index.ts'

export const collectionsPersonalData: PersonalData = {
  tables: [
    { name: 'collections', table: 'collections.collection', ids: ['owner_id'], without: ['share_token'] },
    {
      name: 'collection-items',
      table: 'collections.item',
      through: { column: 'collection_id', table: 'collections.collection', ids: ['owner_id'] }
    }
  ]
}
