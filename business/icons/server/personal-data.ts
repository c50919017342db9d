import type { PersonalData } from '#platform/server/index.ts'

export const iconsPersonalData: PersonalData = {
  tables: [
    { name: 'icon-prefix', table: 'icons.icon_set', ids: ['artist_id'] },
    { name: 'icon-names', table: 'icons.icon', through: { column: 'prefix', key: 'prefix', table: 'icons.icon_set', ids: ['artist_id'] } }
  ]
}
