import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import type { Received } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import type { packInvoices } from '../../admin.contract.ts'
import { findNumbers } from '../documents/documents.queries.ts'
import { findWithCredited } from '../documents/documents.service.ts'
import { recordExport } from './export.service.ts'

/** Streams the PDFs of a month as ZIP: one at a time is in memory. */
export async function pack(ctx: Ctx, { query }: Received<typeof packInvoices>): Promise<{ name: string; zip: Readable }> {
  const { month } = query
  const numbers = await findNumbers(ctx.db, { start: `${month}-01`, end: `${monthAfter(month)}-01` })
  await recordExport(ctx, numbers.length)
  return { name: `invoices-${month}.zip`, zip: Readable.fromWeb(makeZip(filesOf(ctx, numbers)) as Parameters<typeof Readable.fromWeb>[0]) }
}

async function* filesOf(ctx: Ctx, numbers: readonly string[]) {
  const { invoicePdf } = await import('../documents/invoice-pdf.ts')
  for (const number of numbers) {
    const found = await findWithCredited(ctx, number)
    if (found)
      yield { name: `${number}.pdf`, input: await invoicePdf(found.document, found.credits), lastModified: found.document.issued_at }
  }
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
