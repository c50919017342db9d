import { Body, Container, Head, Hr, Html, Link, Preview, Section, Text } from '@react-email/components'
import type { CSSProperties, ReactNode } from 'react'

/** Whose mail it is and where its links lead. */
export type Sender = { brand_name: string; public_url: string }

type LayoutProps = {
  sender: Sender
  /** What the inbox shows beside the subject. */
  preview: string
  children: ReactNode
}

const FONT = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"
const BRAND = '#00b4d8'
const INK = '#0d1b20'
const QUIET = '#55646b'

/* Mail programs that know dark mode follow these classes; the others keep the light colours written on each element.
   <Body> writes its own style on a table cell within. */
const STYLES = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground, .ground > table > tbody > tr > td { background-color: #0d1417 !important; }
    .sheet { background-color: #141d21 !important; border-color: #2a363b !important; }
    .ink { color: #eef3f4 !important; }
    .quiet { color: #9fb0b6 !important; }
    .panel { background-color: #0a1013 !important; border-color: #2a363b !important; }
    .link { color: #48cae4 !important; }
    .line { border-color: #2a363b !important; }
  }
  @media (max-width: 480px) { .sheet { padding: 24px 20px !important; } }
`

/** The frame of every mail: wordmark, a sheet of paper, who sent it. */
export function MailLayout({ sender, preview, children }: LayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{STYLES}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="ground" style={{ margin: 0, padding: '32px 12px', backgroundColor: '#f6f4ef', fontFamily: FONT }}>
        <Container style={{ maxWidth: 520 }}>
          <MailWordmark sender={sender} />
          <Section className="sheet" style={SHEET}>
            {children}
          </Section>
          <Text className="quiet" style={{ ...SMALL, padding: '0 8px' }}>
            Sent by{' '}
            <Link className="link" href={sender.public_url} style={LINK}>
              {sender.brand_name}
            </Link>
            , California, USA. Support hours: Monday to Friday, 9am to 5pm Pacific Time.
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

function MailWordmark({ sender }: { sender: Sender }) {
  return (
    <Text style={{ margin: '0 0 16px', padding: '0 8px' }}>
      <Link href={sender.public_url} style={{ textDecoration: 'none' }}>
        <span style={{ display: 'inline-block', width: 14, height: 14, marginRight: 10, borderRadius: 3, backgroundColor: BRAND }} />
        <span className="ink" style={{ color: INK, fontSize: 21, fontWeight: 700, letterSpacing: '-0.02em' }}>
          {sender.brand_name}
        </span>
      </Link>
    </Text>
  )
}

export function MailTitle({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ margin: '0 0 12px', color: INK, fontSize: 24, fontWeight: 700, lineHeight: '30px' }}>
      {children}
    </Text>
  )
}

export function MailText({ children, quiet }: { children: ReactNode; quiet?: boolean }) {
  return (
    <Text className={quiet ? 'quiet' : 'ink'} style={quiet ? SMALL : { margin: '0 0 16px', color: INK, fontSize: 16, lineHeight: '24px' }}>
      {children}
    </Text>
  )
}

/** The one thing to do, in the brand's colour with dark ink on it. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '8px 0 24px' }}>
      <Link href={href} style={BUTTON}>
        {children}
      </Link>
    </Section>
  )
}

/** Something to copy, such as a code. */
export function MailPanel({ children }: { children: ReactNode }) {
  return (
    <Section className="panel" style={PANEL}>
      <Text className="ink" style={{ margin: 0, color: INK, fontSize: 32, fontWeight: 700, lineHeight: '40px', letterSpacing: '0.16em' }}>
        {children}
      </Text>
    </Section>
  )
}

export function MailRule() {
  return <Hr className="line" style={{ margin: '24px 0 16px', borderColor: '#e2dfd7' }} />
}

const SHEET: CSSProperties = { padding: '32px 36px', border: '1px solid #e2dfd7', borderRadius: 10, backgroundColor: '#ffffff' }
const PANEL: CSSProperties = {
  margin: '8px 0 24px',
  padding: '16px 12px',
  border: '1px solid #e2dfd7',
  borderRadius: 10,
  backgroundColor: '#f6f4ef',
  textAlign: 'center'
}
const SMALL: CSSProperties = { margin: '16px 0 0', color: QUIET, fontSize: 13, lineHeight: '20px' }
const LINK: CSSProperties = { color: '#006f8a', textDecoration: 'underline' }
const BUTTON: CSSProperties = {
  display: 'inline-block',
  padding: '13px 22px',
  borderRadius: 4,
  backgroundColor: BRAND,
  color: INK,
  fontSize: 16,
  fontWeight: 600,
  textDecoration: 'none'
}
