import { Readable } from 'node:stream'
import { type Ctx, type PersonalData, type PersonalFile, type PersonOfData, unseal } from '#platform/server/index.ts'
import * as queries from './queries.ts'

const BY_ADDRESS = { column: 'applicant_id', table: 'careers.applicant', emails: ['email'] }

/** Lists the files of a person's applications, decrypted. An infected file stays closed. */
async function* files({ db, ports }: Ctx, { email }: PersonOfData): AsyncIterable<PersonalFile> {
  for (const { applicant_id, kind, filename, created_at, ...sealed } of await queries.findSealedFilesOf(db, email)) {
    if (sealed.scan_state === 'infected') continue
    const open = async () => {
      const bytes = unseal(ports.applicants.keys, sealed.file_key, { ...sealed, bytes: await ports.files.bytes(sealed.file_key) })
      if (typeof bytes === 'string') throw new Error(`The ${kind} of the applicant ${applicant_id} cannot be decrypted: ${bytes}.`)
      return Readable.from([bytes])
    }
    yield { name: `applications/${kind}-${filename}`, modified_at: created_at, open }
  }
}

export const careersPersonalData: PersonalData = {
  tables: [
    { name: 'applications', table: 'careers.applicant', emails: ['email'], without: ['client_key'] },
    { name: 'application-files', table: 'careers.applicant_file', through: BY_ADDRESS, without: ['file_key', 'key_id', 'wrapped_key'] }
  ],
  files
}
