import { CodeSample } from '../code-sample.tsx'
import { Fold, Folds, Section } from '../section.tsx'
import css from './assistant.module.css'
import { type ClientSettings, clientsFor, TOOLS } from './clients.ts'

/** `public_url` has no slash at its end. */
type AssistantSectionProps = { public_url: string; brand_name: string }

/** The address of /mcp, what its tools do, and settings to copy for the known assistants. */
export function AssistantSection({ public_url, brand_name }: AssistantSectionProps) {
  const address = `${public_url}/mcp`
  return (
    <Section id="assistant" title="Connect your assistant" intro={introOf(brand_name)}>
      <CodeSample label="Address" code={address} />
      <dl className={css['tools']}>
        {TOOLS.map(({ name, text, scope }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {text} {scope && <span className={css['scope']}>Needs a key with the scope {scope}.</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Folds>
        {clientsFor(address, brand_name.toLowerCase().replace(/[^a-z0-9]+/g, '-')).map((client) => (
          <Client key={client.name} {...client} />
        ))}
      </Folds>
    </Section>
  )
}

const introOf = (brand_name: string): string =>
  `Assistants that speak the Model Context Protocol can search ${brand_name} for you. They never buy: they give you the address of the checkout, and you decide. What artists write is marked as data for them, never as an instruction.`

function Client({ name, where, open, keyed, after }: ClientSettings) {
  return (
    <Fold title={name} note={where}>
      <CodeSample label="Without a key" code={open} />
      <CodeSample label="With a key" code={keyed} />
      {after && <p className={css['scope']}>{after}</p>}
    </Fold>
  )
}
