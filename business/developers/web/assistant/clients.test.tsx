import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AssistantSection } from './assistant-section.tsx'
import { clientsFor, TOOLS } from './clients.ts'

const ADDRESS = 'https://easel.example/mcp'

test('every client has its address, with and without a key, and no settings hold a real key', () => {
  for (const { name, open, keyed, after } of clientsFor(ADDRESS, 'easel')) {
    expect(open, name).toContain(ADDRESS)
    expect(keyed, name).toContain(ADDRESS)
    expect(open, name).not.toMatch(/Bearer|KEY/)
    expect(keyed, name).toMatch(/\$EASEL_KEY|\$\{env:EASEL_KEY\}|\$\{input:easel-key\}|YOUR_KEY/)
    expect(keyed.includes('YOUR_KEY'), name).toBe(after !== undefined)
    for (const text of [open, keyed].filter((one) => one.startsWith('{'))) expect(() => JSON.parse(text)).not.toThrow()
  }
})

test('the section names the address and every tool, and says that nothing is bought', () => {
  const markup = renderToStaticMarkup(<AssistantSection public_url="https://easel.example" brand_name="Easel" />)
  expect(markup).toContain(`<code>${ADDRESS}</code>`)
  for (const { name } of TOOLS) expect(markup).toContain(`<code>${name}</code>`)
  expect(markup).toContain('They never buy')
})
