import type { MetaDescriptor, RouterContextProvider } from 'react-router'
import { requestContext } from './page.ts'

/** What public pages say of the site itself. */
export type Site = { brand_name: string; support_email: string; public_url: string }

/** For the loader of a page of information. */
export function siteOf(context: Readonly<RouterContextProvider>): Site {
  const { brand_name, support_email, public_url } = context.get(requestContext)
  return { brand_name, support_email, public_url }
}

/** What search engines and shared links show of a public page. */
export type PageFacts = { path: string; title: string; description: string }

/** The title alone where the page's data is missing. */
export function publicMeta({ path, title, description }: PageFacts, site?: Site): MetaDescriptor[] {
  if (!site) return [{ title }]
  const address = site.public_url + path
  const full_title = `${title} · ${site.brand_name}`
  return [
    { title: full_title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.brand_name },
    { property: 'og:title', content: full_title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address }
  ]
}
