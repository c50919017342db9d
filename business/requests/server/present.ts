import { inDollars } from '#platform/contract/index.ts'
import { type Actor, scanNotice } from '#platform/server/index.ts'
import type { CustomRequest, TimelineItem } from '../contract.ts'
import type { Attachment, BlockedFile, Message } from '../conversation.contract.ts'
import type { FoundBlocked, StoredAttachment } from './conversation/attachments.queries.ts'
import type { NamedEvent } from './conversation/events.queries.ts'
import type { WrittenMessage } from './conversation/messages.queries.ts'
import type { ShownRequest } from './queries.ts'

export const presentRequest = (
  { created_at, updated_at, last_position: _, ...row }: ShownRequest,
  reader: Pick<Actor, 'id' | 'role'>
): CustomRequest => ({
  ...row,
  client_email: reader.role === 'employee' && reader.id !== row.client_id ? null : row.client_email,
  budget: row.budget_cents === null ? null : inDollars(row.budget_cents),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString()
})

export const presentAttachment = ({
  id,
  request_id,
  filename,
  content_type,
  bytes,
  preview_key,
  ...scan
}: StoredAttachment): Attachment => ({
  id,
  filename,
  content_type,
  size_in_kb: Math.max(0.1, Math.round(bytes / 102.4) / 10),
  has_preview: preview_key !== null && scanNotice(scan) === null,
  notice: scanNotice(scan),
  url: `/api/custom-requests/${request_id}/attachments/${id}`
})

/** Adds the message's own attachments in their order. */
export function presentMessage(message: WrittenMessage, attachments: readonly StoredAttachment[]): Message {
  const { author_deleted_at, created_at, ...row } = message
  return {
    ...row,
    author_id: author_deleted_at ? null : row.author_id,
    author_role: author_deleted_at ? null : row.author_role,
    attachments: attachments.filter(({ message_id }) => message_id === message.id).map(presentAttachment),
    created_at: created_at.toISOString()
  }
}

export const presentEvent = ({ position, kind, status, actor_name, employee_name, happened_at }: NamedEvent): TimelineItem => ({
  id: String(position),
  position,
  kind: kind as TimelineItem['kind'],
  status,
  actor_name,
  employee_name,
  happened_at: happened_at.toISOString()
})

export const presentBlocked = ({ id, filename, uploader_name, created_at, ...scan }: FoundBlocked): BlockedFile => ({
  id,
  filename,
  uploader_name,
  notice: scanNotice(scan) ?? '',
  created_at: created_at.toISOString()
})
