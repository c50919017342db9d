import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import { Box } from './box.tsx'
import { BODY, BRAND, INK, LINK, SHEET, SMALL, STYLES, TITLE } from './styles.ts'

/** The sender: the brand, the address of the site, and the support address. */
export type Sender = { brand_name: string; public_url: string; support_email: string }

type LayoutProps = {
  sender: Sender
  /** What the inbox shows next to the subject. */
  preview: string
  /** A sentence that says why the person gets this email. */
  why: string
  children: ReactNode
}

/** The frame of every email: the wordmark, the content, why it was sent, and whom to contact. */
export function MailLayout({ sender, preview, why, children }: LayoutProps) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <style>{STYLES}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="ground" style={BODY}>
        <Container style={{ maxWidth: 520 }}>
          <Wordmark sender={sender} />
          <Box className="sheet" style={SHEET}>
            {children}
          </Box>
          <Footer sender={sender} why={why} />
        </Container>
      </Body>
    </Html>
  )
}

function Wordmark({ sender }: { sender: Sender }) {
  return (
    <Text data-skip-in-text="true" style={{ margin: '0 0 16px', padding: '0 8px' }}>
      <Link href={sender.public_url} style={{ textDecoration: 'none' }}>
        <span style={{ display: 'inline-block', width: 14, height: 14, marginRight: 10, borderRadius: 3, backgroundColor: BRAND }} />
        <span className="ink" style={{ color: INK, fontSize: 21, fontWeight: 700, letterSpacing: '-0.02em' }}>
          {sender.brand_name}
        </span>
      </Link>
    </Text>
  )
}

function Footer({ sender: { brand_name, public_url, support_email }, why }: { sender: Sender; why: string }) {
  return (
    <>
      <Text className="quiet" style={{ ...SMALL, margin: '20px 0 0', padding: '0 8px' }}>
        {why} Questions? Write to{' '}
        <Link className="link" href={`mailto:${support_email}`} style={LINK}>
          {support_email}
        </Link>
        . Support hours are Monday to Friday, 9am to 5pm Pacific Time.
      </Text>
      <Text className="quiet" style={{ ...SMALL, margin: '8px 0 0', padding: '0 8px' }}>
        {brand_name}, California, USA.{' '}
        <Link className="link" href={public_url} style={LINK}>
          {public_url}
        </Link>
      </Text>
    </>
  )
}

export function MailTitle({ children }: { children: ReactNode }) {
  return (
    <Heading as="h1" className="ink" style={TITLE}>
      {children}
    </Heading>
  )
}
