import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MESSAGE_SENDERS } from '../rules.ts'
import { ClaimMessages } from './claim-messages.tsx'

const messages = MESSAGE_SENDERS.map((from) => ({ from, body: 'Hello', at: '2026-03-05T10:00:00Z' }))

test('messages name the claimant, the artist, and the product as its brand', () => {
  const shown = renderToStaticMarkup(<ClaimMessages {...{ messages, reader: 'desk', brandName: 'Atelier' }} />)
  expect(shown.match(/(The claimant|Atelier|The artist|Easel),/g)).toEqual(['The claimant,', 'Atelier,', 'The artist,'])
})
