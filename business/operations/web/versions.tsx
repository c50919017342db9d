import type { Operations } from '../contract.ts'
import css from './operations-page.module.css'

export function Versions({ versions: { program, schema, postgresql, node } }: Pick<Operations, 'versions'>) {
  const rows = { Program: program, Schema: schema, PostgreSQL: postgresql, 'Node.js': node }
  return (
    <section className={css['section']} aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <dl className={css['versions']}>
        {Object.entries(rows).map(([name, version]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{version}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
