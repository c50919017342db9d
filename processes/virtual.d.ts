declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'

  const build: ServerBuild
  export = build
}

/** The text of a file. The build puts it into the bundle: the file itself is not beside it. */
declare module '*?raw' {
  const text: string
  export default text
}
