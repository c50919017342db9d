import type { ColumnType, Generated } from 'kysely'

/** What a set's package says beyond its icons. */
export type SetMetadata = {
  categories?: Record<string, string[]>
  prefixes?: Record<string, string>
  suffixes?: Record<string, string>
}

type IconSetTable = {
  prefix: string
  /** Null: it was imported from Iconify. */
  artist_id: string | null
  chosen_at: Date | null
  info: ColumnType<Record<string, unknown> | null, string | null, string>
  metadata: ColumnType<SetMetadata, string | undefined, string>
  width: number | null
  height: number | null
  created_at: Date
}

type IconTable = {
  id: ColumnType<number, never, never>
  prefix: string
  name: string
  asset_id: string
  place: Generated<number>
  /** Null until it is read from the SVG. */
  body: string | null
  left: number | null
  top: number | null
  width: number | null
  height: number | null
  style: 'fill' | 'stroke' | null
  /** Whether it takes the color of the text around it. */
  is_mono: Generated<boolean>
  /** The SHA-256 of the SVG that was read; null if the body is the package's own. */
  drawn_from: string | null
  changed_at: Date
}

/** How an alias differs from its parent. */
export type AliasProps = { rotate?: number; hFlip?: boolean; vFlip?: boolean; [prop: string]: unknown }

type AliasTable = { prefix: string; name: string; parent: string; place: Generated<number>; props: ColumnType<AliasProps, string, string> }

declare module '#platform/database/connect.ts' {
  interface Database {
    'icons.icon_set': IconSetTable
    'icons.icon': IconTable
    'icons.alias': AliasTable
  }
}
