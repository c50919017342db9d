import { expect, test } from 'vitest'
import { accelRedirect } from './accel-redirect.ts'

test('nginx gets the key of a folder, and of a bucket an address that is signed for two minutes', async () => {
  expect(await accelRedirect('/stored-files/', '/var/lib/easel/files')('originals/ab/1.png', 'image/png')).toBe(
    '/stored-files/originals/ab/1.png'
  )
  const inBucket = accelRedirect('/stored-files/', 's3://KEY:SE%2FCRET@s3.example:8080/pictures?secure=0', () => new Date(0))
  const address = new URL(await inBucket('originals/ab/1.png', 'image/png'), 'http://nginx')
  expect(address.pathname).toBe('/stored-files/pictures/originals/ab/1.png')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    'X-Amz-Expires': '120',
    'X-Amz-Date': '19700101T000000Z',
    'response-content-type': 'image/png'
  })
  expect(address.href).not.toContain('CRET')
})
