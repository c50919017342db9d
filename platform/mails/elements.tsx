import { type ComponentProps, createElement } from 'react'

/** React Email takes 50 MB, so it is loaded by the first email. */
type Library = typeof import('@react-email/components')
let library: Library | undefined

export async function loadMailLibrary(): Promise<Library> {
  library ??= await import('@react-email/components')
  return library
}

function loaded(): Library {
  if (!library) throw new Error('Render emails with renderMail, which loads React Email.')
  return library
}

export const Body = (props: ComponentProps<Library['Body']>) => createElement(loaded().Body, props)
export const Container = (props: ComponentProps<Library['Container']>) => createElement(loaded().Container, props)
export const Head = (props: ComponentProps<Library['Head']>) => createElement(loaded().Head, props)
export const Heading = (props: ComponentProps<Library['Heading']>) => createElement(loaded().Heading, props)
export const Html = (props: ComponentProps<Library['Html']>) => createElement(loaded().Html, props)
export const Img = (props: ComponentProps<Library['Img']>) => createElement(loaded().Img, props)
export const Link = (props: ComponentProps<Library['Link']>) => createElement(loaded().Link, props)
export const Preview = (props: ComponentProps<Library['Preview']>) => createElement(loaded().Preview, props)
export const Section = (props: ComponentProps<Library['Section']>) => createElement(loaded().Section, props)
export const Text = (props: ComponentProps<Library['Text']>) => createElement(loaded().Text, props)
