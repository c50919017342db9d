import type { Party } from '#invoicing/rules.ts'
import type { RenditionLimits } from '#licensing/server/renditions/rendition-limits.ts'
import type { UploadQuotas } from '#platform/server/files/upload-quota.ts'
import type { LogLevel } from '#platform/server/log/levels.ts'

export type PayPalSettings = {
  base_url: string
  client_id: string
  client_secret: string
  webhook_id: string
  sandbox_port: number
  /** No PayPal credentials are set, so payments use play money. */
  is_sandbox: boolean
  /** Whether this start runs the sandbox itself: not if one runs elsewhere, and not where strangers would pay with play money. */
  starts_sandbox: boolean
}

export type Settings = {
  port: number
  host: string
  /** An absolute path. */
  data_dir: string
  /** Undefined: use the embedded PostgreSQL. */
  database_url: string | undefined
  /** The owner of the tables, when the app's own role may not change them. Undefined: the role in DATABASE_URL. */
  database_owner_url: string | undefined
  /** Replicas for visitors' reads. Empty: everything is read from the primary. */
  database_read_urls: string[]
  /** A replica that is further behind gets no reads. */
  replica_lag_ms: number
  /** The same database without a pooler in between, or with one that pools by session. Undefined: `database_url` is such an address. */
  database_session_url: string | undefined
  /** An absolute folder or `s3://key:secret@host/bucket?region=…`. */
  files_url: string
  /** The internal location of the nginx in front, which sends stored files. Undefined: this process sends them. */
  accel_redirect: string | undefined
  /** Undefined: use the product's own mailbox. */
  smtp_url: string | undefined
  /** Whether email is sent only over an encrypted connection. */
  smtp_requires_tls: boolean
  mail_from: { name: string; address: string }
  /** The support address shown on pages and in emails. */
  support_email: string
  paypal: PayPalSettings
  session_secret: string
  /** 32 bytes in base64: the private key that signs certificates. */
  certificate_key: string
  /** Of the Content Credentials of delivered files; undefined: one that nobody trusts. */
  content_credentials: { certificates: string; key: string } | undefined
  /** 32 bytes in base64 each, newest first: the keys that encrypt applicants' files. */
  applicant_keys: string[]
  /** An admin must have a second factor this many days after getting the role. Undefined: never. */
  admin_second_factor_days: number | undefined
  brand_name: string
  /** Who sells, as invoices name them. */
  seller: Party
  /** The shop's pages on social networks, linked in the footer. */
  social_links: string[]
  demo: boolean
  /** Like Fastify's trustProxy: the number of proxies in front of the app, or their addresses. */
  trust_proxy: false | number | string[]
  /** Without a trailing slash. */
  public_url: string
  worker: boolean
  production: boolean
  /** Whether strangers can reach this installation; see exposure.ts. */
  exposed: boolean
  /** `ghostscript`: EPS files are drawn by Ghostscript, if it is installed. */
  uploads: { max_bytes: number; max_pixels: number; ghostscript: boolean }
  /** Whether webhooks may be sent to this machine. */
  webhooks: { allows_loopback: boolean }
  /** tcp://host:port of clamd. Undefined: files are not scanned for viruses. */
  clamav_url: string | undefined
  /** Uploads per day and person or address. */
  quotas: UploadQuotas
  /** Room for the sizes and formats that are made for people. */
  renditions: RenditionLimits
  /** Size of the response cache for public pages, per process. 0 turns it off. */
  page_cache_bytes: number
  /** Room in memory for public previews, per process. 0: their bytes are always read from the file store. */
  preview_cache_bytes: number
  /** Pages per second that one network address may make a process render. 0: no limit. */
  render_limit: number
  /** Whether statements that are used often are prepared, once for each connection. */
  prepared_statements: boolean
  /** The database ends a statement, or a transaction that waits for the app, after this long. */
  statement_ms: number
  /** How long a process that is told to stop still takes requests, with /health/ready at 503. */
  drain_ms: number
  /** `readable`: for a person at a terminal, instead of JSON. */
  log: { level: LogLevel; readable: boolean }
}
