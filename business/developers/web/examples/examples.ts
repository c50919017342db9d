/** A program that runs as it stands, with a key in EASEL_KEY. */
export type Example = { title: string; code: string }
export type Language = { name: string; note: string; examples: readonly Example[] }

const SEARCH = 'Search the catalogue'
const LICENSES = 'List your licenses'
const DOWNLOAD = 'Download your newest work to a file'

const curl = (base: string): Example[] => [
  {
    title: SEARCH,
    code: `curl -sS --fail-with-body -H "Authorization: Bearer $EASEL_KEY" \\
  "${base}/api/assets?search=bear&page_size=5"`
  },
  {
    title: LICENSES,
    code: `curl -sS --fail-with-body -H "Authorization: Bearer $EASEL_KEY" \\
  "${base}/api/licenses?status=active&page_size=5"`
  },
  {
    title: DOWNLOAD,
    code: `license=$(curl -sS --fail-with-body -H "Authorization: Bearer $EASEL_KEY" \\
  "${base}/api/licenses?status=active&page_size=1")
id=$(echo "$license" | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
format=$(echo "$license" | grep -o '"file_format":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
if [ -z "$id" ]; then
  echo "You have no licenses yet."
else
  link=$(curl -sS --fail-with-body -H "Authorization: Bearer $EASEL_KEY" \\
    "${base}/api/licenses/$id/download" | grep -o '"download_url":"[^"]*"' | cut -d '"' -f 4)
  # The link works for 10 minutes, without the key.
  curl -sS --fail -o "easel-work.$format" "${base}$link" && echo "easel-work.$format"
fi`
  }
]

const javascript = (base: string): Example[] => [
  {
    title: SEARCH,
    code: `async function main() {
  const answer = await fetch('${base}/api/assets?search=bear&page_size=5', {
    headers: { authorization: \`Bearer \${process.env.EASEL_KEY}\` }
  })
  if (!answer.ok) throw new Error(await answer.text())
  for (const { id, title } of await answer.json()) console.log(id, title)
}

main()`
  },
  {
    title: LICENSES,
    code: `async function main() {
  const answer = await fetch('${base}/api/licenses?status=active&page_size=5', {
    headers: { authorization: \`Bearer \${process.env.EASEL_KEY}\` }
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { items, total } = await answer.json()
  for (const { asset_title, license_type } of items) console.log(asset_title, license_type)
  console.log(\`\${total} licenses\`)
}

main()`
  },
  {
    title: DOWNLOAD,
    code: `async function call(path) {
  const answer = await fetch(\`${base}/api\${path}\`, {
    headers: { authorization: \`Bearer \${process.env.EASEL_KEY}\` }
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

async function main() {
  const { writeFile } = await import('node:fs/promises')
  const { items } = await call('/licenses?status=active&page_size=1')
  if (items.length === 0) return console.log('You have no licenses yet.')
  const { download_url } = await call(\`/licenses/\${items[0].id}/download\`)
  // The link works for 10 minutes, without the key.
  const file = await fetch(new URL(download_url, '${base}'))
  if (!file.ok) throw new Error(await file.text())
  const name = \`easel-work.\${items[0].file_format}\`
  await writeFile(name, Buffer.from(await file.arrayBuffer()))
  console.log(name)
}

main()`
  }
]

const PYTHON_CALL = (base: string) => `import json
import os
import urllib.request


def call(path):
    headers = {"Authorization": f"Bearer {os.environ['EASEL_KEY']}"}
    request = urllib.request.Request("${base}/api" + path, headers=headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)
`

const python = (base: string): Example[] => [
  {
    title: SEARCH,
    code: `${PYTHON_CALL(base)}

for asset in call("/assets?search=bear&page_size=5"):
    print(asset["id"], asset["title"])`
  },
  {
    title: LICENSES,
    code: `${PYTHON_CALL(base)}

licenses = call("/licenses?status=active&page_size=5")
for license in licenses["items"]:
    print(license["asset_title"], license["license_type"])
print(licenses["total"], "licenses")`
  },
  {
    title: DOWNLOAD,
    code: `${PYTHON_CALL(base)}

licenses = call("/licenses?status=active&page_size=1")["items"]
if licenses:
    link = call(f"/licenses/{licenses[0]['id']}/download")["download_url"]
    name = f"easel-work.{licenses[0]['file_format']}"
    # The link works for 10 minutes, without the key.
    urllib.request.urlretrieve("${base}" + link, name)
    print(name)
else:
    print("You have no licenses yet.")`
  }
]

/** The examples against an installation, by its address without a trailing slash. An artist has no licenses: the search alone. */
export function examplesFor(base: string, role: 'client' | 'employee'): Language[] {
  const own = (examples: Example[]) => (role === 'client' ? examples : examples.slice(0, 1))
  return [
    { name: 'curl', note: 'In a shell.', examples: own(curl(base)) },
    { name: 'JavaScript', note: 'With Node.js 20 or newer, without packages.', examples: own(javascript(base)) },
    { name: 'Python', note: 'With Python 3.8 or newer, without packages.', examples: own(python(base)) }
  ]
}
