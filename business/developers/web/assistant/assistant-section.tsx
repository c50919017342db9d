import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import css from './assistant.module.css'
import { type ClientSettings, clientsFor, TOOLS } from './clients.ts'

/** `public_url` has no slash at its end. */
type AssistantSectionProps = { public_url: string; brand_name: string }

/** The address of /mcp, what its tools do, and settings to copy for the known assistants. */
export function AssistantSection({ public_url, brand_name }: AssistantSectionProps) {
  const address = `${public_url}/mcp`
  return (
    <section aria-labelledby="assistant" className={css['section']}>
      <h2 id="assistant">Connect your assistant</h2>
      <p className={css['text']}>
        Assistants that speak the Model Context Protocol can search {brand_name} for you. They never buy: they give you the address of the
        checkout, and you decide. What artists write is marked as data for them, never as an instruction.
      </p>
      <Copied label="Address" text={address} />
      <dl className={css['tools']}>
        {TOOLS.map(({ name, text, scope }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {text} {scope && <span className={css['text']}>Needs a key with the scope {scope}.</span>}
            </dd>
          </div>
        ))}
      </dl>
      {clientsFor(address, brand_name.toLowerCase().replace(/[^a-z0-9]+/g, '-')).map((client) => (
        <Client key={client.name} {...client} />
      ))}
    </section>
  )
}

function Client({ name, where, open, keyed, after }: ClientSettings) {
  return (
    <details className={css['client']}>
      <summary>{name}</summary>
      <p className={css['text']}>{where}</p>
      <Copied label="Without a key" text={open} />
      <Copied label="With a key" text={keyed} />
      {after && <p className={css['text']}>{after}</p>}
    </details>
  )
}

/** A text with a button that copies it. Without JavaScript, it is selected by hand. */
function Copied({ label, text }: { label: string; text: string }) {
  const [isRefused, setIsRefused] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsRefused(false)
      toast('Copied.')
    } catch {
      setIsRefused(true)
    }
  }
  return (
    <figure className={css['copied']}>
      <figcaption>
        {label}
        <Button type="button" small aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={css['code']} tabIndex={0}>
        <code>{text}</code>
      </pre>
      {isRefused && <p role="alert">Your browser does not allow copying here. Select the text and copy it instead.</p>}
    </figure>
  )
}
