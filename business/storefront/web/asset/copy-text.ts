export { copyText } from '#platform/web/copy-text.ts'
