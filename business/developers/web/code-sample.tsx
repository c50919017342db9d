import { copyText } from '#platform/web/copy-text.ts'
import { Button } from '#platform/web/ui/button.tsx'
import css from './code-sample.module.css'

type CodeSampleProps = { label: string; code: string; language?: string }

/** Code with a button that copies it. Without JavaScript, it is selected by hand. */
export function CodeSample({ label, code, language }: CodeSampleProps) {
  return (
    <figure className={css['sample']}>
      <figcaption className={css['head']}>
        <span>{label}</span>
        <Button type="button" kind="quiet" small aria-label={`Copy: ${label}`} onClick={() => void copyText(code, 'Copied.')}>
          Copy
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={css['code']} tabIndex={0} data-language={language}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
