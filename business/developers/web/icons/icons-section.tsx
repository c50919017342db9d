import { iconExamples } from './icon-examples.ts'
import css from './icons-section.module.css'

/** How developers use the shop's icons with Iconify's own components. */
export function IconsSection({ public_url }: { public_url: string }) {
  return (
    <section aria-labelledby="icons-in-code" className={css['section']}>
      <h2 id="icons-in-code">Use icons in code</h2>
      <p className={css['text']}>
        Every icon has a permanent name, which its page shows. Iconify’s components load icons from <code>{public_url}/iconify</code>: those
        that are free now without a key, and those that you or your team hold with a publishable key. Anyone can read the key in your page,
        so give it the scope <code>icons</code> alone, and list the origins of your pages.
      </p>
      {iconExamples(public_url).map(({ name, note, code }) => (
        <figure key={name} className={css['example']}>
          <figcaption>
            <strong>{name}</strong> <span className={css['text']}>{note}</span>
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={css['code']} tabIndex={0}>
            <code>{code}</code>
          </pre>
        </figure>
      ))}
    </section>
  )
}
