import { expect, test } from 'vitest'
import { accelRedirect } from './accel-redirect.ts'
import { presignedPath } from './presigned-path.ts'

test('an address is signed as in the example of the S3 documentation', () => {
  const bucket = {
    host: 'examplebucket.s3.amazonaws.com',
    path: '',
    region: 'us-east-1',
    key_id: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  }
  expect(presignedPath(bucket, 'test.txt', { now: new Date('2013-05-24T00:00:00Z'), seconds: 86_400 })).toMatch(
    /^\/test\.txt\?X-Amz-Algorithm=.*&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/
  )
})

test('nginx gets the key of a folder, and of a bucket an address that is signed for two minutes', () => {
  expect(accelRedirect('/stored-files/', '/var/lib/easel/files')('originals/ab/1.png', 'image/png')).toBe(
    '/stored-files/originals/ab/1.png'
  )
  const inBucket = accelRedirect('/stored-files/', 's3://KEY:SE%2FCRET@s3.example:8080/pictures?secure=0', () => new Date(0))
  const address = new URL(inBucket('originals/ab/1.png', 'image/png'), 'http://nginx')
  expect(address.pathname).toBe('/stored-files/pictures/originals/ab/1.png')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    'X-Amz-Expires': '120',
    'X-Amz-Date': '19700101T000000Z',
    'response-content-type': 'image/png'
  })
  expect(address.href).not.toContain('CRET')
})
