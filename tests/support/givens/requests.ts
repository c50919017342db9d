import { type CustomRequest, createRequest } from '#requests/contract.ts'
import type { Attachment } from '#requests/conversation.contract.ts'
import { decideRequest } from '#requests/desk.contract.ts'
import type { SentFile } from '#tests/support/givens/submissions.ts'
import { EICAR } from '../servers/fake-clamd.ts'
import type { World } from '../world.ts'

type Given = { client?: string; title?: string; assigned_to?: string }

/** Submits a request and assigns it to the employee, if one is named. */
export async function givenRequest(world: World, { client = 'client', title = 'A logo', assigned_to }: Given = {}): Promise<CustomRequest> {
  const made = await (await world.as('client', client))(createRequest, {
    body: { title, description: 'Round, and blue.', category: 'logo' }
  })
  if (!assigned_to) return made
  const { id } = await world.person('employee', assigned_to)
  return (await world.as('admin'))(decideRequest, { params: { id: made.id }, body: { assigned_employee_id: id } })
}

export type AttachAnswer = { status: number; body: Attachment & { error?: string; code?: string } }

/** Sends an attachment as a browser does. */
export async function attach(world: World, token: string, request_id: string, file: SentFile): Promise<AttachAnswer> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.type ?? 'application/octet-stream' }), file.name)
  const encoded = new Response(form)
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/custom-requests/${request_id}/attachments`,
    headers: { authorization: `Bearer ${token}`, 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer())
  })
  return { status: answer.statusCode, body: answer.json() }
}

export const attachmentRow = (world: World, id: string) =>
  world.db.selectFrom('requests.attachment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Makes an attachment one in which the scanner found something now. */
export async function blockAttachment(world: World, id: string): Promise<void> {
  const { request_id } = await attachmentRow(world, id)
  const file_key = `quarantine/requests/${request_id}/${id}`
  await world.files.put(file_key, EICAR, 'application/pdf')
  const change = { scan_state: 'infected', scan_found: 'Eicar', file_key, created_at: world.now() } as const
  await world.db.updateTable('requests.attachment').set(change).where('id', '=', id).execute()
}
