import type { ReactNode } from 'react'
import { Form, Link, NavLink, useNavigation } from 'react-router'
import { initialOf, type PageUser } from '#platform/web/page.ts'
import type { Theme } from '#platform/web/theme/theme.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { IconBarcode, IconDown, IconLogout, IconMenu, IconResize, IconUser, IconX } from '#platform/web/ui/icons.ts'
import {
  type Destination,
  isStaff,
  isWorker,
  NAVIGATION,
  ROLE_NAMES,
  SIGN_IN_PAGES,
  STAFF_SHORTCUTS,
  type ToolName,
  toolsFor,
  workplaceOf
} from '../../rules.ts'
import css from './navigation.module.css'
import { StaffSheet } from './staff-sheet.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { usePalette } from './use-palette.tsx'
import { type OpenTool, useTool } from './use-tool.tsx'
import { Wordmark } from './wordmark.tsx'
import { useWorkplace } from './workplace/use-workplace.ts'

interface NavigationProps {
  brandName: string
  user: PageUser | null
  theme: Theme
}

/* The menus are native popovers: they open, close on Escape, and restore the focus without JavaScript. */
const USER_MENU = 'user-menu'
const SHEET = 'menu'
export const POPOVERS = [USER_MENU, SHEET]
/** The row of links for a signed-in user, or the sidebar of the workplace. */
export const STRIP = 'own-pages'

export function Navigation({ brandName, user, theme }: NavigationProps) {
  const { openTool, dialogs } = useTool(user)
  const tools = user && <Tools user={user} onOpen={openTool} />
  const { opener, palette } = usePalette(user)
  const workplace = useWorkplace()
  const isLoading = useNavigation().state !== 'idle'
  const staff = user !== null && isStaff(user.role)
  return (
    <header className={classNames(css['bar'], workplace && css['wide'], staff && css['staff'])}>
      {isLoading && <div className={css['busy']} role="progressbar" aria-label="Loading" />}
      <div className={css['row']}>
        <Link to="/" className={css['home']} aria-label={`${brandName}, home`}>
          <Wordmark name={brandName} />
        </Link>
        {!user && (
          <nav className={css['pages']} aria-label="Main">
            <PageLinks user={null} />
          </nav>
        )}
        <div className={css['end']}>
          {opener}
          {tools}
          {user ? <UserMenu user={user} theme={theme} /> : <SignInLinks />}
          <Button type="button" kind="quiet" square className={css['open']} popoverTarget={SHEET} aria-label="Menu">
            <IconMenu size={22} aria-hidden="true" />
          </Button>
        </div>
      </div>
      {user && !workplace && (
        <nav id={STRIP} className={css['strip']} aria-label="Main">
          <PageLinks user={user} />
        </nav>
      )}
      <Sheet user={user} theme={theme} brandName={brandName} tools={tools} />
      {dialogs}
      {palette}
    </header>
  )
}

/** The pages of the viewer's role; for those who work here, the shortcuts among the pages that they may open. */
function linksOf(user: PageUser | null): readonly Destination[] {
  if (!user || !isWorker(user)) return NAVIGATION[user?.role ?? 'visitor'].filter(({ to }) => !SIGN_IN_PAGES.includes(to))
  return workplaceOf(user)
    .flatMap(({ pages }) => pages)
    .filter(({ to }) => STAFF_SHORTCUTS[user.role].includes(to))
}

function PageLinks({ user }: { user: PageUser | null }) {
  return linksOf(user).map(({ to, label }) => (
    <NavLink key={to} to={to} end={to === '/'} className={css['link'] ?? ''} prefetch="intent">
      {label}
    </NavLink>
  ))
}

const TOOL_ICONS: Record<ToolName, ReactNode> = {
  compress: <IconResize size={17} stroke={1.75} aria-hidden="true" />,
  qr: <IconBarcode size={17} stroke={1.75} aria-hidden="true" />
}

function Tools({ user, onOpen }: { user: PageUser; onOpen: OpenTool }) {
  return (
    <div className={css['tools']}>
      {toolsFor(user.role).map(({ to, label, name }) => (
        <LinkButton key={to} to={to} kind="quiet" onClick={(event) => onOpen(event, { name, to })}>
          {TOOL_ICONS[name]}
          {label}
        </LinkButton>
      ))}
    </div>
  )
}

function SignInLinks() {
  return (
    <div className={css['signIn']}>
      {NAVIGATION.visitor
        .filter(({ to }) => SIGN_IN_PAGES.includes(to))
        .map(({ to, label }) => (
          <LinkButton key={to} to={to} kind={to === '/register' ? 'main' : 'quiet'}>
            {label}
          </LinkButton>
        ))}
    </div>
  )
}

function UserMenu({ user, theme }: { user: PageUser; theme: Theme }) {
  return (
    <div className={css['user']}>
      <Button type="button" kind="quiet" popoverTarget={USER_MENU} className={css['userButton']}>
        <Avatar user={user} />
        {ROLE_NAMES[user.role]}
        <IconDown size={15} aria-hidden="true" />
      </Button>
      <div popover="auto" id={USER_MENU} className={css['menu']}>
        <Person user={user} />
        <Link to="/user/profile" className={css['item']}>
          <IconUser size={17} aria-hidden="true" />
          Profile
        </Link>
        <div className={css['themeRow']}>
          Theme <ThemeSwitch theme={theme} />
        </div>
        <Logout />
      </div>
    </div>
  )
}

function Avatar({ user }: { user: PageUser }) {
  if (user.avatar_url) return <img className={css['avatar']} src={user.avatar_url} alt="" width={28} height={28} />
  return (
    <span className={css['avatar']} aria-hidden="true">
      {initialOf(user)}
    </span>
  )
}

function Person({ user }: { user: PageUser }) {
  return (
    <div className={css['person']}>
      <strong>{user.name}</strong>
      <span>{user.email}</span>
      <Badge tone="info">{ROLE_NAMES[user.role]}</Badge>
    </div>
  )
}

function Logout() {
  return (
    <Form method="post" action="/logout" className={css['logout']}>
      <button type="submit" className={css['item']}>
        <IconLogout size={17} aria-hidden="true" />
        Logout
      </button>
    </Form>
  )
}

/** The menu on a phone: all links of the viewer's role in one sheet. */
function Sheet({ user, theme, brandName, tools }: NavigationProps & { tools: ReactNode }) {
  return (
    <div popover="auto" id={SHEET} className={css['sheet']}>
      <div className={css['sheetHead']}>
        <Wordmark name={brandName} />
        <Button type="button" kind="quiet" square popoverTarget={SHEET} popoverTargetAction="hide" aria-label="Close menu">
          <IconX size={22} aria-hidden="true" />
        </Button>
      </div>
      <nav className={css['sheetPages']} aria-label="Menu">
        {user && isWorker(user) ? <StaffSheet worker={user} /> : <PageLinks user={user} />}
      </nav>
      {!user && <SignInLinks />}
      {tools}
      <div className={css['sheetFoot']}>
        {user && <Person user={user} />}
        <div className={css['themeRow']}>
          Theme <ThemeSwitch theme={theme} />
        </div>
        {user && <Logout />}
      </div>
    </div>
  )
}
