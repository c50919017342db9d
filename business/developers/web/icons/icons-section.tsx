import { CodeSample } from '../code-sample.tsx'
import { Fold, Folds, Section } from '../section.tsx'
import { iconExamples } from './icon-examples.ts'

/** How developers use the shop's icons with Iconify's own components. */
export function IconsSection({ public_url }: { public_url: string }) {
  return (
    <Section id="icons-in-code" title="Use icons in code" intro={<Intro address={`${public_url}/iconify`} />}>
      <Folds>
        {iconExamples(public_url).map(({ name, note, code }, index) => (
          <Fold key={name} title={name} note={note} open={index === 0}>
            <CodeSample label={name} code={code} />
          </Fold>
        ))}
      </Folds>
    </Section>
  )
}

const Intro = ({ address }: { address: string }) => (
  <>
    Every icon has a permanent name, which its page shows. Iconify’s components load icons from <code>{address}</code>: those that are free
    now without a key, and those that you or your team hold with a publishable key. Anyone can read the key in your page, so give it the
    scope <code>icons</code> alone, and list the origins of your pages.
  </>
)
