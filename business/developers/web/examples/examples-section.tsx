import { Link } from 'react-router'
import css from './examples.module.css'
import { examplesFor } from './examples.ts'

type ExamplesSectionProps = { public_url: string; role: 'client' | 'employee' }

export function ExamplesSection({ public_url, role }: ExamplesSectionProps) {
  return (
    <section aria-labelledby="examples" className={css['section']}>
      <h2 id="examples">Examples</h2>
      <p className={css['text']}>
        They run as they stand, with your key in the environment variable <code>EASEL_KEY</code>. Every call is described in the{' '}
        <Link to="/api/docs" reloadDocument>
          API reference
        </Link>{' '}
        and in{' '}
        <Link to="/api/openapi.json" reloadDocument>
          openapi.json
        </Link>
        . Answers carry <code>RateLimit</code> headers; over the limit, they are 429 with <code>Retry-After</code>.
      </p>
      {examplesFor(public_url, role).map(({ name, note, examples }) => (
        <section key={name} aria-labelledby={`examples-${name}`} className={css['language']}>
          <h3 id={`examples-${name}`}>{name}</h3>
          <p className={css['text']}>{note}</p>
          {examples.map(({ title, code }) => (
            <figure key={title} className={css['example']}>
              <figcaption>{title}</figcaption>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
              <pre className={css['code']} tabIndex={0} data-language={name}>
                <code>{code}</code>
              </pre>
            </figure>
          ))}
        </section>
      ))}
    </section>
  )
}
