import { Link } from 'react-router'
import { ShortcutButton } from '#platform/web/shortcuts/shortcut-help.tsx'
import type { Theme } from '#platform/web/theme/theme.ts'
import { type Destination, FOOTER_PAGES, LEGAL_PAGES, socialPage } from '../../rules.ts'
import css from './footer.module.css'
import { ThemeSwitch } from './theme-switch.tsx'
import { Wordmark } from './wordmark.tsx'

interface FooterProps {
  brandName: string
  /** The https addresses of the shop's pages on social networks. */
  socialLinks: readonly string[]
  theme: Theme
}

export function Footer({ brandName, socialLinks, theme }: FooterProps) {
  return (
    <footer className={css['footer']}>
      <div className={css['row']}>
        <div className={css['brand']}>
          <Wordmark name={brandName} />
          <p>Icons, vectors, backgrounds, and illustrations by artists who are paid for every approved asset.</p>
        </div>
        <Group label="Site" pages={FOOTER_PAGES} />
        <Group label="Legal" pages={LEGAL_PAGES} />
        {socialLinks.length > 0 && <Group label="Follow" pages={socialLinks.map(socialPage)} />}
        <div className={css['group']}>
          <ThemeSwitch theme={theme} />
          <ShortcutButton />
        </div>
      </div>
    </footer>
  )
}

function Group({ label, pages }: { label: string; pages: readonly Destination[] }) {
  return (
    <nav className={css['group']} aria-label={label}>
      {pages.map(({ to, label: text }) => (
        <Link key={to} to={to} rel={to.startsWith('https:') ? 'noopener' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
