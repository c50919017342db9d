import { join } from 'node:path'
import { accelRedirect } from '#platform/server/files/accel-redirect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import { type Jobs, mailBy, openDisk, openListener, openScanner, type Ports } from '#platform/server/index.ts'
import type { Reads } from '../database/replicas/reads.ts'
import { partPorts } from '../part-registry.ts'
import type { Settings } from '../settings/settings.ts'
import { tracedFiles } from '../traces/traces.ts'

type Opened = { queue: Jobs; database_url: string; traced: boolean; reads: Reads | undefined }

/** Opens what the parts reach outside the database. */
export function openPorts(settings: Settings, { queue, database_url, traced, reads }: Opened): Ports {
  const { files_url, accel_redirect } = settings
  const inBucket = files_url.startsWith('s3://')
  const files = openFiles(files_url)
  return {
    jobs: queue,
    mail: mailBy(queue),
    files: traced && inBucket ? tracedFiles(files) : files,
    disk: openDisk([settings.data_dir, ...(inBucket ? [] : [files_url])]),
    scanner: openScanner(settings.clamav_url),
    quotas: settings.quotas,
    listener: openListener(settings.database_session_url ?? database_url),
    settings: {
      brand_name: settings.brand_name,
      social_links: settings.social_links,
      support_email: settings.support_email,
      public_url: settings.public_url,
      session_secret: settings.session_secret,
      production: settings.production,
      exposed: settings.exposed,
      admin_second_factor_days: settings.admin_second_factor_days,
      temp_dir: join(settings.data_dir, 'temp'),
      preview_cache_bytes: settings.preview_cache_bytes
    },
    accel: accel_redirect === undefined ? undefined : accelRedirect(accel_redirect, files_url),
    replicas: reads?.states,
    ...partPorts(settings)
  }
}
