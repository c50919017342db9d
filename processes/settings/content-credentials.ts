import type { Settings } from './settings.ts'

type Given = { CONTENT_CREDENTIALS_CERTIFICATE?: string | undefined; CONTENT_CREDENTIALS_KEY?: string | undefined }

/** The certificate of our own, if both of its files are named. */
export const toOwnCertificate = ({
  CONTENT_CREDENTIALS_CERTIFICATE: certificates,
  CONTENT_CREDENTIALS_KEY: key
}: Given): Settings['content_credentials'] => (certificates && key ? { certificates, key } : undefined)

export const halfOwnCertificate = ({ CONTENT_CREDENTIALS_CERTIFICATE, CONTENT_CREDENTIALS_KEY }: Given): string[] =>
  Boolean(CONTENT_CREDENTIALS_CERTIFICATE) === Boolean(CONTENT_CREDENTIALS_KEY)
    ? []
    : [
        `${CONTENT_CREDENTIALS_KEY ? 'CONTENT_CREDENTIALS_CERTIFICATE' : 'CONTENT_CREDENTIALS_KEY'} is missing: name the files of the certificate and of its key, or neither.`
      ]
