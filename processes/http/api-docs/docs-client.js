// Runs on /api/docs: searches the calls, loads the details of one when it is opened, copies, and tries public reads.
// It is sent as it is, so it has no imports.
const search = document.querySelector('#search')
const count = document.querySelector('#count')
const calls = [...document.querySelectorAll('details.call')]
const groups = [...document.querySelectorAll('section.group')]

document.querySelector('#tools').hidden = false

function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const call of calls) {
    const text = `${call.querySelector('summary').textContent} ${call.dataset.words}`.toLowerCase()
    call.hidden = !words.every((word) => text.includes(word))
    if (!call.hidden) shown += 1
  }
  for (const group of groups) group.hidden = !group.querySelector('details.call:not([hidden])')
  count.textContent = words.length === 0 ? `${shown} calls` : `${shown} of ${calls.length} calls`
}

search.addEventListener('input', find)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  search.focus()
  search.select()
})

async function load(call) {
  const place = call.querySelector('.details')
  if (place.dataset.loaded) return
  place.dataset.loaded = 'yes'
  place.textContent = 'Loading…'
  try {
    const answer = await fetch(`/api/docs/${call.id}?part=1`)
    if (!answer.ok) throw new Error(String(answer.status))
    place.innerHTML = await answer.text()
  } catch {
    delete place.dataset.loaded
    place.textContent = 'The details could not be loaded. Close this call and open it again.'
  }
}

for (const call of calls)
  call.addEventListener('toggle', () => {
    if (!call.open) return
    history.replaceState(null, '', `#${call.id}`)
    void load(call)
  })

function openLinked() {
  const call = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!call?.matches('details.call')) return
  search.value = ''
  find()
  call.open = true
  call.scrollIntoView()
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-copy]')
  if (button) void copy(button)
})

async function copy(button) {
  const text = button.closest('.copied').querySelector('pre').textContent
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Select and copy it'
  }
}

const SHOWN_HEADERS = ['content-type', 'ratelimit-policy', 'ratelimit', 'retry-after', 'x-total-count', 'link', 'cache-control']
const SHOWN_MAX = 20_000

function addressOf(form) {
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const field of form.querySelectorAll('input[data-place]')) {
    if (field.dataset.place === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(field.value))
    else if (field.value !== '') query.set(field.name, field.value)
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`
}

document.addEventListener('submit', (event) => {
  const form = event.target.closest('form.try')
  if (!form) return
  event.preventDefault()
  void tryCall(form)
})

async function tryCall(form) {
  const output = form.querySelector('output')
  const button = form.querySelector('button')
  const address = addressOf(form)
  button.disabled = true
  output.textContent = 'Calling…'
  const start = performance.now()
  try {
    // As a visitor: what a session may see does not belong into an example.
    const answer = await fetch(address, { credentials: 'omit' })
    const text = await answer.text()
    const ms = Math.round(performance.now() - start)
    const headers = SHOWN_HEADERS.filter((name) => answer.headers.has(name)).map((name) => `${name}: ${answer.headers.get(name)}`)
    output.replaceChildren(
      lineOf(`${answer.status} ${answer.statusText} in ${ms} ms`, answer.ok ? 'good' : 'bad'),
      preOf([`GET ${address}`, ...headers].join('\n')),
      preOf(shorten(readable(text)))
    )
  } catch {
    output.textContent = 'The call did not work. Please check your connection.'
  } finally {
    button.disabled = false
  }
}

function lineOf(text, kind) {
  const line = document.createElement('p')
  line.className = kind
  line.textContent = text
  return line
}

function preOf(text) {
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.textContent = text
  return pre
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const shorten = (text) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}\n… ${text.length - SHOWN_MAX} more characters` : text)

window.addEventListener('hashchange', openLinked)
find()
openLinked()
