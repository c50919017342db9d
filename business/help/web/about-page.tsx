import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { ArtworkStrip, findArtwork } from '#catalogue/web/index.ts'
import { apiContext, publicPageHeaders } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import type { Route } from './+types/about-page.ts'
import { ABOUT } from './about-text.ts'
import { Prose } from './prose.tsx'
import { forSite } from './site-text.ts'

export const meta: Route.MetaFunction = ({ loaderData: { site, text } }) => publicMeta(text, site)

export const headers = publicPageHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, text: forSite(ABOUT, site), works: await findArtwork(context.get(apiContext)) }
}

export default function AboutPage({ loaderData: { text, works } }: Route.ComponentProps) {
  return (
    <Page width="text" title={text.title} intro={text.intro}>
      <ArtworkStrip label="New in the catalogue" works={works} />
      {text.sections.map(({ id, title, body }) => (
        <Stack key={id} gap={3}>
          <h2>{title}</h2>
          <Prose blocks={body} />
        </Stack>
      ))}
      <Stack row gap={2}>
        <LinkButton to="/contact" kind="main">
          Get in Touch
        </LinkButton>
        <GoBack />
      </Stack>
    </Page>
  )
}

/** Goes back to the previous page. Without one, or without JavaScript, goes to the home page. */
function GoBack() {
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (!hasPreviousPage()) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <LinkButton to="/" onClick={goBack}>
      Go Back
    </LinkButton>
  )
}

/** The router counts the pages of this site in `history.state.idx`. */
const hasPreviousPage = (): boolean => Number(window.history.state?.idx ?? 0) > 0
