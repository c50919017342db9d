import type { ColumnType, Generated } from 'kysely'
import type { ScanState } from '#platform/server/index.ts'
import type { Fault, Place } from '../findings.rules.ts'
import type { Origin } from '../origin.rules.ts'
import type { PaletteColor } from '../recolor.rules.ts'
import type { AssetStatus, Category, Color, FileFormat, FileStatus, PictureSource } from '../rules.ts'

type AssetTable = {
  id: Generated<string>
  title: string
  description: Generated<string>
  category: Category
  tags: Generated<string[]>
  /** Where it comes from, as its artist states it. */
  origin: Generated<Origin>
  status: Generated<AssetStatus>
  owner_id: string
  created_at: Date
  approved_at: Date | null
  decided_at: Date | null
  decided_by: string | null
  reject_reason: string | null
  reject_reason_codes: Generated<string[]>
  revising_since: Generated<Date | null>
  /** Not for sale since then, although approved. */
  withheld_at: Date | null
  withheld_by: string | null
  withheld_reason: string | null
  is_free: Generated<boolean>
  free_starts_at: Date | null
  free_ends_at: Date | null
  source_key: string | null
  source: string | null
  license_title: string | null
  license_spdx: string | null
  license_url: string | null
  author_name: string | null
  author_url: string | null
  /** Color families in its picture, largest share first. */
  colors: Generated<Color[]>
  /** Formats of its ready files; a trigger maintains them. */
  formats: Generated<FileFormat[]>
  /** Assets are numbered in the order they are created. */
  number: ColumnType<number, never, never>
}

type AssetFileTable = {
  id: Generated<string>
  asset_id: string
  format: FileFormat
  filename: string
  content_type: string
  bytes: number
  /** Lower-case hexadecimal, of the bytes as they were first stored. */
  sha256: string
  width: number | null
  height: number | null
  original_key: string
  status: Generated<FileStatus>
  /** Percent. */
  progress: Generated<number>
  failure: string | null
  /** Digital source types that its Content Credentials name, as addresses; null without credentials. */
  declared_sources: string[] | null
  /** '#rrggbb' */
  dominant_color: string | null
  /** '#rrggbb', largest share first. */
  picture_colors: Generated<string[]>
  colors: Generated<Color[]>
  /** A data: URL of a few hundred bytes. */
  blur: string | null
  /** 64 bits, as a signed number. */
  perceptual_hash: ColumnType<string | null, bigint | null | undefined, bigint | null>
  avif: Generated<number[]>
  /** Whether AVIF previews were tried, with or without any in `avif`. */
  avif_tried: Generated<boolean>
  /** The ANALYSIS_VERSION its picture was analyzed with; 0 if it was not. */
  analysis_version: Generated<number>
  /** How many times processing has started. */
  attempts: Generated<number>
  imported: Generated<boolean>
  /** Of the SVG cleaner; 0 if it has not cleaned the file. */
  cleaner_version: Generated<number>
  /** Of the stored bytes, if they were cleaned again after the upload. */
  cleaned_sha256: Generated<string | null>
  /** Whether an admin approved it. Of an approved asset, only published files are public and delivered. */
  is_published: Generated<boolean>
  scan_state: Generated<ScanState>
  picture: Generated<PictureSource>
  created_at: Date
}

type RejectionTable = {
  id: Generated<string>
  asset_id: string
  reason: string | null
  reason_codes: string[]
  decided_by: string | null
  decided_at: Date
  resubmitted_at: Date
  /** Ended by an appeal instead of its artist. `resubmitted_at` is the moment of that decision. */
  is_overturned: Generated<boolean>
}

type RejectedVersionTable = {
  asset_id: string
  title: string
  description: string
  category: Category
  tags: string[]
  origin: Origin
  file_ids: string[]
  finding_codes: string[]
  /** JSON. */
  pins: string
  duplicate_of: string | null
}

type ReplacedFileTable = {
  id: string
  asset_id: string
  format: FileFormat
  filename: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  original_key: string
  picture: PictureSource
  created_at: Date
}

type WordTable = {
  id: ColumnType<number, never, never>
  word: string
  singular: ColumnType<string, never, never>
  stem: ColumnType<string, never, never>
  is_joined: boolean
  assets: number
  /** Approved assets with this word in their title, as last counted. */
  titles: Generated<number>
}

type SynonymTable = {
  id: Generated<string>
  words: string[]
  /** The words in the form in which they are compared. */
  keys: ColumnType<string[], never, never>
  one_way: Generated<boolean>
  updated_at: Date
}

type FeaturedCollectionTable = {
  id: Generated<string>
  slug: string
  title: string
  summary: string
  cover_asset_id: string | null
  place: number
  published_at: Date | null
  /** Grows when its works change. */
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

type FileCheckTable = {
  file_id: string
  version: number
  is_whole: Generated<boolean>
  faults: ColumnType<Fault[], string, string>
  writing: ColumnType<{ words: string; place?: Place }[], string, string>
  checked_at: Date
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'catalogue.asset': AssetTable
    'catalogue.asset_file': AssetFileTable
    'catalogue.palette': { file_id: string; version: number; colors: ColumnType<PaletteColor[], string, string> }
    'catalogue.recolored_picture': { key: string; bytes: number; made_at: Date }
    'catalogue.picture_print': { file_id: string; bits: string; print: Buffer }
    'catalogue.rejection': RejectionTable
    'catalogue.rejected_version': RejectedVersionTable
    'catalogue.replaced_file': ReplacedFileTable
    'catalogue.category_count': { category: Category; approved: number; changes: number }
    'catalogue.list_segment': { ordering: string; id: Generated<number>; since_title: string; since_at: Date; since_id: string }
    'catalogue.list_segment_count': { ordering: string; segment: number; traits: number; assets: number }
    'catalogue.word': WordTable
    'catalogue.posting': { number: number; word_id: number; score: number; traits: number }
    'catalogue.synonym': SynonymTable
    'catalogue.featured_collection': FeaturedCollectionTable
    'catalogue.featured_asset': { collection_id: string; asset_id: string; place: number }
    'catalogue.file_check': FileCheckTable
    'catalogue.icon_name': { asset_id: string; iconify_name: string }
    'catalogue.trademark': { id: Generated<string>; word: string; comparable: string; added_at: Date }
    'catalogue.search_miss': { id: Generated<string>; words: string; times: Generated<number>; last_at: Date }
  }
}
