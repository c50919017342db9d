import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { Fragment, type ReactNode } from 'react'
import { Box } from './box.tsx'
import { BUTTON, CODE, LABEL, LINK, MAT, PANEL, PICTURE, PROSE, SMALL } from './styles.ts'

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

/** The email's one action, in the brand color. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '8px 0 24px' }}>
      <Link className="button" href={href} style={BUTTON}>
        {children}
      </Link>
    </Section>
  )
}

/** A button's address as text, for mail programs where buttons do not work. The text part contains it already. */
export function MailAddress({ href }: { href: string }) {
  return (
    <Text className="quiet" data-skip-in-text="true" style={SMALL}>
      If the button does not work, open this link: <MailLink href={href}>{href}</MailLink>
    </Text>
  )
}

type MailPictureProps = {
  /** Absolute addresses: of the picture, and of the page that it leads to. */
  src: string
  href: string
  title: string
}

/** A picture on a mat. A mail program that blocks pictures shows its title instead. The text part leaves it out. */
export function MailPicture({ src, href, title }: MailPictureProps) {
  return (
    <Box className="mat" style={MAT} margin="0 0 24px">
      <span data-skip-in-text="true">
        <Link href={href} style={{ textDecoration: 'none' }}>
          <Img src={src} alt={title} width={PICTURE.width} style={PICTURE} />
        </Link>
      </span>
    </Box>
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

/** Shows labeled details, one per line. */
export function MailDetails({ details }: { details: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Box className="panel" style={PANEL} margin="8px 0 24px">
      <Text className="ink" style={{ ...PROSE, margin: 0 }}>
        {details.map(([label, value], index) => (
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
