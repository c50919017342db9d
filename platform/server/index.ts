export * from './context.ts'
export { type Decoder, openDecoder } from './decoders/decoder.ts'
export { countDecoders, DecoderEnded, DecoderUnavailable } from './decoders/decoder-process.ts'
export { createFairQueue } from './decoders/fair-queue.ts'
export { FileBytes } from './decoders/frames.ts'
export { type ProgramLimits, runProgram } from './decoders/run-program.ts'
export { type Disk, openDisk, type Statfs } from './files/disk.ts'
export * from './files/files.ts'
export { type Spooled, type Upload, type Uploads, withUpload, withUploads } from './files/receive-upload.ts'
export { contentDisposition, type FileToSend, sendFile } from './files/send-file.ts'
export { keepClear } from './files/temp-files.ts'
export {
  giveBackDailyBytes,
  secondsLeftToday,
  showSize,
  showWait,
  takeDailyBytes,
  type UploadQuota,
  type UploadQuotas
} from './files/upload-quota.ts'
export * from './http/answer.ts'
export * from './http/csv.ts'
export * from './http/direct-answers.ts'
export * from './http/event-stream.ts'
export * from './http/listener.ts'
export * from './http/mount.ts'
export { networkOf, siteOf } from './http/network.ts'
export { type BucketSize, createNetworkBuckets, createTokenBuckets, type TokenBuckets } from './http/token-buckets.ts'
export { forgetAnswers } from './idempotency.ts'
export { inTime } from './in-time.ts'
export * from './jobs/index.ts'
export { createLaneQueue, type Lane } from './lane-queue.ts'
export * from './limits.ts'
export { currentLog, type Log, openLog, setProcessLog, silentLog, withLog } from './log/log.ts'
export { inSpan, setTracer, type Tracer, traceparent } from './log/trace.ts'
export * from './mail/index.ts'
export { createOpenLimit } from './open-limit.ts'
export { provenUntil } from './proof.ts'
export * from './refusal.ts'
export * from './retention.ts'
export { scanEach } from './scanning/scan-waiting.ts'
export { NOT_SCANNED, openScanner, quarantineKey, type Scan, type Scanner, type ScanState, scanNotice } from './scanning/scanner.ts'
export { type KeyRing, keyRing, rewrap, type Sealed, seal, unseal } from './sealing.ts'
export { mayMailStranger, spendMailTo } from './stranger-mails.ts'
