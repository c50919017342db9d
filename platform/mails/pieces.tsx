import { Link, Section, Text } from '@react-email/components'
import { Fragment, type ReactNode } from 'react'
import { Box } from './box.tsx'
import { BUTTON, CODE, LABEL, LINK, PANEL, PROSE, SMALL } from './styles.ts'

export function MailText({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={PROSE}>
      {children}
    </Text>
  )
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="link" href={href} style={LINK}>
      {children}
    </Link>
  )
}

/** The one thing to do, in the brand's colour with dark ink on it. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '8px 0 24px' }}>
      <Link className="button" href={href} style={BUTTON}>
        {children}
      </Link>
    </Section>
  )
}

/** A button's address in words, for where buttons do not work; the text part has it already. */
export function MailAddress({ href }: { href: string }) {
  return (
    <Text className="quiet" data-skip-in-text="true" style={SMALL}>
      If the button does not work, open this address: <MailLink href={href}>{href}</MailLink>
    </Text>
  )
}

/** Something to copy, such as a code. */
export function MailCode({ children }: { children: ReactNode }) {
  return (
    <Box className="panel" style={PANEL} margin="8px 0 24px">
      <Text className="ink" style={CODE}>
        {children}
      </Text>
    </Box>
  )
}

/** What happened, a line for each fact. */
export function MailFacts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Box className="panel" style={PANEL} margin="8px 0 24px">
      <Text className="ink" style={{ ...PROSE, margin: 0 }}>
        {facts.map(([label, value], index) => (
          <Fragment key={label}>
            {index > 0 && <br />}
            <span className="quiet" style={LABEL}>
              {label}:
            </span>{' '}
            {value}
          </Fragment>
        ))}
      </Text>
    </Box>
  )
}
