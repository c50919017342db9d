import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Footer } from './footer.tsx'
import { Navigation } from './navigation.tsx'

const render = (element: React.ReactNode) => renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, to, label = '']) => [to, label.replace(/<[^>]*>/g, '')])

const VISITOR_LINKS = [
  ['/', 'Home'],
  ['/about', 'About'],
  ['/careers', 'Careers'],
  ['/faq', 'FAQ'],
  ['/login', 'Login'],
  ['/register', 'Register']
]
const USER = { id: '1', name: 'Ada', email: 'ada@example.com', role: 'client', grants: [], avatar_url: null, brand_color: null } as const

test('the logged-out bar and its phone menu have exactly Home, About, Careers, FAQ, Login, and Register', () => {
  const [bar = '', sheet = ''] = render(<Navigation brandName="Easel" user={null} theme="system" />).split('id="menu"')
  const [logo, ...links] = linksIn(bar)
  expect(logo?.[0]).toBe('/')
  expect(links).toEqual(VISITOR_LINKS)
  expect(linksIn(sheet)).toEqual(VISITOR_LINKS)
})

test('a logged-in bar has both tool buttons and no sign-in links', () => {
  const addresses = linksIn(render(<Navigation brandName="Easel" user={USER} theme="system" />)).map(([to]) => to)
  expect(addresses).toEqual(expect.arrayContaining(['/tools/compress', '/qr-barcode']))
  expect(addresses).not.toContain('/login')
})

const footer = (...socialLinks: string[]) => render(<Footer brandName="Easel" socialLinks={socialLinks} theme="system" />)

test('the footer links Pricing, and each configured social network by name with rel="noopener"', () => {
  const html = footer('https://www.instagram.com/easel', 'https://social.example.org/@easel')
  expect(linksIn(html)).toContainEqual(['/pricing', 'Pricing'])
  expect(linksIn(html)).toContainEqual(['https://www.instagram.com/easel', 'Instagram'])
  expect(linksIn(html)).toContainEqual(['https://social.example.org/@easel', 'social.example.org'])
  for (const [link] of html.matchAll(/<a [^>]*href="https:[^>]*>/g)) expect(link).toContain('rel="noopener"')
})

test('without configured social links the footer has no social section', () => {
  expect(footer()).not.toMatch(/Follow|https:/)
})
