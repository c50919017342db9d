import type { ColumnType, Generated } from 'kysely'
import type { AssetStatus, Category, FileFormat, FileStatus } from '../rules.ts'

type AssetTable = {
  id: Generated<string>
  title: string
  description: Generated<string>
  category: Category
  tags: Generated<string[]>
  status: Generated<AssetStatus>
  owner_id: string
  created_at: Date
  approved_at: Date | null
  decided_at: Date | null
  decided_by: string | null
  reject_reason: string | null
  reject_reason_codes: Generated<string[]>
  is_free: Generated<boolean>
  free_starts_at: Date | null
  free_ends_at: Date | null
  source_key: string | null
  source: string | null
  licence_title: string | null
  licence_url: string | null
  author_name: string | null
  author_url: string | null
  search: ColumnType<string, never, never>
}

type AssetFileTable = {
  id: Generated<string>
  asset_id: string
  format: FileFormat
  filename: string
  content_type: string
  bytes: number
  /** Lower-case hexadecimal, of the stored bytes. */
  sha256: string
  width: number | null
  height: number | null
  original_key: string
  status: Generated<FileStatus>
  /** Percent. */
  progress: Generated<number>
  failure: string | null
  /** '#rrggbb' */
  dominant_color: string | null
  imported: Generated<boolean>
  created_at: Date
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'catalogue.asset': AssetTable
    'catalogue.asset_file': AssetFileTable
    'catalogue.category_count': { category: Category; approved: number; changes: number }
    'catalogue.word': { word: string }
  }
}
