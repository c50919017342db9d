import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Checkbox } from './form/checkbox.tsx'
import { PasswordField } from './form/password-field.tsx'
import { TextField } from './form/text-field.tsx'
import { Pagination } from './pagination.tsx'
import { Table } from './table.tsx'

const render = (page: ReactElement) => renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)

test('a field connects its hint and its error for screen readers', () => {
  const html = render(<TextField id="mail" label="Email" name="mail" hint="We write there." error="Please enter a valid email." />)
  expect(html).toContain('<label class="_label')
  expect(html).toContain('for="mail"')
  expect(html).toMatch(/<input[^>]* aria-describedby="mail-hint mail-error" aria-invalid="true"/)
  expect(html).toMatch(/id="mail-error"[^>]*>.*Please enter a valid email\./)
})

test('a field without hint or error has no description', () => {
  const html = render(<TextField label="Email" name="mail" />)
  expect(html).not.toContain('aria-describedby')
  expect(html).not.toContain('aria-invalid')
})

test('a password is hidden at first', () =>
  expect(render(<PasswordField label="Password" name="password" />)).toMatch(/<input[^>]* type="password"/))

test('a checkbox sends its name and carries its label', () => {
  const html = render(<Checkbox id="terms" label="I agree" name="terms" />)
  expect(html).toMatch(/<input(?=[^>]* name="terms")(?=[^>]* type="checkbox")/)
  expect(html).toContain('<label for="terms">I agree</label>')
})

const links = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)
const pages = (page: number, last: number) => render(<Pagination page={page} pages={last} to={(to) => `/?page=${to}`} />)

test.each([
  [1, 3, ['/?page=2']],
  [2, 3, ['/?page=1', '/?page=3']],
  [3, 3, ['/?page=2']],
  [9, 3, ['/?page=3']],
  [1, 0, []]
])('page %d of %d leads to %j', (page, last, expected) => expect(links(pages(page, last))).toEqual(expected))

test('pagination shows the current page', () => expect(pages(2, 3)).toContain('Page 2 / 3'))

const columns = [
  { head: 'Title', kind: 'title' as const, cell: (row: { title: string }) => row.title },
  { head: 'Wage', kind: 'number' as const, cell: () => '$4.99' }
]

test('a table labels every value for the phone layout', () => {
  const html = render(<Table caption="Earnings" columns={columns} rows={[{ title: 'Soft grid' }]} rowKey={({ title }) => title} />)
  expect(html).toContain('<caption>Earnings</caption>')
  expect(html).toMatch(/<td[^>]*data-label="Wage">\$4\.99<\/td>/)
})

test('an empty table shows its empty state', () => {
  const html = render(
    <Table caption="Earnings" columns={columns} rows={[]} rowKey={({ title }) => title} empty={<p>Nothing earned yet.</p>} />
  )
  expect(html).toBe('<p>Nothing earned yet.</p>')
})
