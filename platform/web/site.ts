import type { MetaDescriptor, RouterContextProvider } from 'react-router'
import { requestContext } from './page.ts'

/** What public pages say about the site itself. */
export type Site = { brand_name: string; support_email: string; public_url: string }

/** Returns the site's details, for the loader of an information page. */
export function siteOf(context: Readonly<RouterContextProvider>): Site {
  const { brand_name, support_email, public_url } = context.get(requestContext)
  return { brand_name, support_email, public_url }
}

/** `path` is on this site. Sizes are in pixels, if known. */
export type SharedPicture = { path: string; width: number | null; height: number | null; alt: string }

/** What search engines and shared links show for a public page. */
export type PageDescription = { path: string; title: string; description: string; picture?: SharedPicture | undefined }

/** Returns only the title when the page's data is missing. */
export function publicMeta({ path, title, description, picture }: PageDescription, site?: Site): MetaDescriptor[] {
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
    { property: 'og:url', content: address },
    ...pictureMeta(picture ?? { ...OWN_PICTURE, alt: site.brand_name }, site),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: full_title },
    { name: 'twitter:description', content: description }
  ]
}

/** The site's mark, for a page without its own picture. */
export const OWN_PICTURE = { path: '/icon-512.png', width: 512, height: 512 }

function pictureMeta({ path, width, height, alt }: SharedPicture, { public_url }: Site): MetaDescriptor[] {
  const address = public_url + path
  const size =
    width && height
      ? [
          { property: 'og:image:width', content: String(width) },
          { property: 'og:image:height', content: String(height) }
        ]
      : []
  return [
    { property: 'og:image', content: address },
    ...size,
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:image', content: address },
    { name: 'twitter:image:alt', content: alt }
  ]
}

/** Excludes a page from search engines, which may still follow its links. */
export const NOT_INDEXED: MetaDescriptor = { name: 'robots', content: 'noindex' }
