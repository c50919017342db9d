import type { Readable } from 'node:stream'
import type { Ctx } from './context.ts'

/** Whose data it is. `id` is null for a person without an account. */
export type PersonOfData = { id: string | null; email: string }

/** How a row names a person: columns with the id of the account, and columns with the email address. */
type Naming = { ids?: readonly string[]; emails?: readonly string[] }

/** A table with data about people, as the export gives it to them. A row belongs to a person whom any of the columns names. */
export type PersonalTable = Naming & {
  /** The name of the file in the export, such as 'free-downloads'. */
  name: string
  /** With its schema. */
  table: string
  /** Rows that belong to a person through another table: `column` refers to its `key`, which is 'id' unless set. */
  through?: Naming & { column: string; table: string; key?: string }
  /** Columns that are not exported: secrets, keys of the file store, and what is about other people. */
  without?: readonly string[]
}

/** A file that a person uploaded. */
export type PersonalFile = { name: string; modified_at: Date; open(): Promise<Readable> }

/** What a part stores about people. `tests/abuse/personal-data.test.ts` names every column that is missing here. */
export type PersonalData = {
  tables: readonly PersonalTable[]
  /** Lists the files that a person uploaded. Names may repeat. */
  files?(ctx: Ctx, person: PersonOfData): AsyncIterable<PersonalFile>
  /** Columns that name people but are not exported, as 'schema.table.column', with the reason. */
  left_out?: Readonly<Record<string, string>>
}
