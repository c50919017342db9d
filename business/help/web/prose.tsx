import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { LINK } from '../rules.ts'
import type { Block } from './legal/legal-text.ts'
import css from './prose.module.css'

export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={css['prose']}>
      {blocks.map((block) => (typeof block === 'string' ? <Paragraph key={block} text={block} /> : <List key={block[0]} items={block} />))}
    </div>
  )
}

const Paragraph = ({ text }: { text: string }) => <p>{linked(text)}</p>

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{linked(item)}</li>
      ))}
    </ul>
  )
}

/** Renders the links in a text. Splitting at links yields text, label, and address in turn. */
function linked(text: string): ReactNode {
  const parts = text.split(LINK)
  return parts.map((part, index) => {
    const key = `${index} ${part}`
    if (index % 3 === 0) return <Fragment key={key}>{part}</Fragment>
    const to = parts[index + 1]
    return index % 3 === 1 && to ? <TextLink key={key} to={to} label={part} /> : null
  })
}

const TextLink = ({ to, label }: { to: string; label: string }) =>
  to.startsWith('/') ? <Link to={to}>{label}</Link> : <a href={to}>{label}</a>
