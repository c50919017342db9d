import { type Html, html } from '#platform/server/http/html.ts'
import type { OpenApi, Operation } from '#platform/server/http/openapi.ts'

export type Described = { path: string; method: string; operation: Operation }

export const operationsOf = ({ paths }: OpenApi): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
  )

const anchorOf = (tag: string): string => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The list of all calls. Without JavaScript, each links to a page with its details. */
export function listPage({ info, tags }: OpenApi, operations: readonly Described[]): Html {
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  return html`<p>${info.description} The machine-readable description is <a href="/api/openapi.json">openapi.json</a>.</p>
    <p id="tools" hidden><label for="search">Search by address, words, or field names. Press / to begin.</label>
    <input id="search" type="search" autocomplete="off" spellcheck="false"><span id="count" class="quiet" role="status"></span></p>
    <nav aria-label="Groups"><ul class="tags">${tags.map(({ name }) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`)}</ul></nav>
    ${tags.map(
      ({ name }) =>
        html`<section class="group" aria-labelledby="${anchorOf(name)}"><h2 id="${anchorOf(name)}">${name}</h2><div class="list">${(byTag.get(name) ?? []).map(row)}</div></section>`
    )}<script src="/api/docs/client.js" defer></script>`
}

function row({ path, method, operation }: Described): Html {
  const { operationId, summary } = operation
  return html`<details class="row call" id="${operationId}" data-words="${fieldNames(operation).join(' ')}"><summary><span class="verb">${method}</span> <code>/api${path}</code><br><span class="quiet">${summary}</span></summary>
    <div class="details"><a href="/api/docs/${operationId}">Details of this call</a></div></details>`
}

/** The names of everything that is sent and answered. */
function fieldNames({ parameters = [], requestBody, responses }: Operation): string[] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  const names = new Set(parameters.map(({ name }) => name))
  for (const content of contents) for (const { schema } of Object.values(content ?? {})) collectNames(schema, names)
  return [...names]
}

function collectNames(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties } = schema as { properties?: Record<string, unknown> }
  for (const name of Object.keys(properties ?? {})) names.add(name)
  for (const inner of Object.values(properties ?? schema)) collectNames(inner, names)
}

/** Everything about one call. */
export function detailsOf({ path, method, operation }: Described, public_url: string): Html {
  const { description, parameters = [], requestBody, responses } = operation
  const body = Object.entries(requestBody?.content ?? {})[0]
  return html`<p>${description}</p>
    ${parameters.length > 0 && parametersTable(parameters)}
    ${body && html`<h3>Body <span class="quiet">${body[0]}</span></h3>${json(body[1].example)}${schemaOf(body[1].schema)}`}
    <div class="copied"><h3>curl <button type="button" data-copy>Copy</button></h3><pre tabindex="0">${curlOf({ path, method, operation }, public_url)}</pre></div>
    ${isPublicRead({ path, method, operation }) && tryForm(path, parameters)}
    <h3>Answers</h3>${Object.entries(responses).map(([status, answer]) => answerOf(status, answer))}`
}

type Parameters = NonNullable<Operation['parameters']>

const parametersTable = (parameters: Parameters): Html =>
  html`<h3>Parameters</h3><dl>${parameters.map(
    ({ name, in: place, required, schema, example }) =>
      html`<dt><code>${name}</code> <span class="quiet">${place}${required ? ', required' : ''}</span></dt><dd>${String(schema['description'] ?? '')} Example: <code>${JSON.stringify(example) ?? ''}</code> ${schemaOf(schema)}</dd>`
  )}</dl>`

function answerOf(status: string, { description, content }: Operation['responses'][string]): Html {
  const { schema, example, examples } = Object.values(content ?? {})[0] ?? {}
  const shown = example ?? Object.values(examples ?? {})[0]?.value
  return html`<details class="answer"><summary><b>${status}</b> <span class="quiet">${description.replaceAll('`', '').replace(/\n+/g, ' · ')}</span></summary>
    ${shown !== undefined && json(shown)}${example !== undefined && schema && schemaOf(schema)}</details>`
}

const json = (value: unknown): Html => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`
const schemaOf = (schema: unknown): Html => html`<details class="schema"><summary>Schema</summary>${json(schema)}</details>`

/** Whether it can be tried on the page: a read that anyone may make, and that answers JSON. */
const isPublicRead = ({ method, operation }: Described): boolean =>
  method === 'GET' && operation['x-access'].includes('anyone') && operation.responses['200']?.content?.['application/json'] !== undefined

const tryForm = (path: string, parameters: Parameters): Html =>
  html`<form class="try" data-path="${path}"><h3>Try it</h3>${parameters
    .filter((one) => one.in !== 'header')
    .map(
      ({ name, in: place, required }) =>
        html`<label>${name} <input name="${name}" data-place="${place}" autocomplete="off" ${required ? html`required` : ''}></label>`
    )}<button>Send</button><output></output></form>`

function curlOf({ path, method, operation }: Described, public_url: string): string {
  const { parameters = [], requestBody, security } = operation
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters.find((one) => one.name === name)?.example ?? name))
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  const query = needed.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join('&')
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const name = security.some((one) => 'key' in one) ? 'EASEL_KEY' : 'EASEL_TOKEN'
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${public_url}/api${filled}${query ? `?${query}` : ''}`)}`,
    ...(isOpen ? [] : [`  -H "Authorization: Bearer $${name}"`]),
    ...(type === 'application/json' ? [`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(content?.example))}`] : []),
    ...(type === 'multipart/form-data'
      ? Object.entries(Object(content?.example) as object).map(
          ([field, value]) => `  -F ${quoted(isFile(content, field) ? `${field}=@file` : `${field}=${value}`)}`
        )
      : [])
  ].join(' \\\n')
}

const isFile = (content: { schema: object } | undefined, field: string): boolean =>
  (content?.schema as { properties?: Record<string, { format?: string }> } | undefined)?.properties?.[field]?.format === 'binary'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
