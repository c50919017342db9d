import { Link } from 'react-router'
import { CodeSample } from '../code-sample.tsx'
import { Fold, Folds, Section } from '../section.tsx'
import { examplesFor } from './examples.ts'

type ExamplesSectionProps = { public_url: string; role: 'client' | 'employee' }

export function ExamplesSection({ public_url, role }: ExamplesSectionProps) {
  return (
    <Section id="examples" title="Examples" intro={<Intro />}>
      <Folds>
        {examplesFor(public_url, role).map(({ name, note, examples }, index) => (
          <Fold key={name} title={name} note={note} open={index === 0}>
            {examples.map(({ title, code }) => (
              <CodeSample key={title} label={title} code={code} language={name} />
            ))}
          </Fold>
        ))}
      </Folds>
    </Section>
  )
}

const Intro = () => (
  <>
    They run as they stand, with your key in the environment variable <code>EASEL_KEY</code>. Every call is described in the{' '}
    <Link to="/api/docs" reloadDocument>
      API reference
    </Link>{' '}
    and in{' '}
    <Link to="/api/openapi.json" reloadDocument>
      openapi.json
    </Link>
    . Answers carry <code>RateLimit</code> headers; over the limit, they are 429 with <code>Retry-After</code>.
  </>
)
