export type IconExample = { name: string; note: string; code: string }

/** An icon name stands for any: 'ari:leaf'. */
export function iconExamples(public_url: string): IconExample[] {
  const free = `${public_url}/iconify`
  const provider = `addAPIProvider('', { resources: ['${free}'] })`
  return [
    {
      name: 'HTML',
      note: 'The web component loads each icon when a page shows it.',
      code: `<script>
  IconifyProviders = { '': { resources: ['${free}'] } }
</script>
<script src="iconify-icon.min.js"></script>

<iconify-icon icon="ari:leaf"></iconify-icon>`
    },
    {
      name: 'React',
      note: 'npm install @iconify/react',
      code: `import { addAPIProvider, Icon } from '@iconify/react'

${provider}

export const Leaf = () => <Icon icon="ari:leaf" />`
    },
    {
      name: 'Vue',
      note: 'npm install @iconify/vue',
      code: `<script setup>
import { addAPIProvider, Icon } from '@iconify/vue'

${provider}
</script>

<template>
  <Icon icon="ari:leaf" />
</template>`
    },
    {
      name: 'Tailwind',
      note: 'npm install -D @iconify/tailwind4, and save the icons that you use next to your style sheet.',
      code: `curl -o ari.json "${free}/ari.json?icons=leaf,tree"

@plugin "@iconify/tailwind4" {
  prefixes: ari;
  icon-sets: from-json(ari, "./ari.json");
}

<span class="icon-[ari--leaf]"></span>`
    },
    {
      name: 'CSS',
      note: 'A style sheet with the icons that you name, and no script.',
      code: `<link rel="stylesheet" href="${free}/ari.css?icons=leaf,tree">

<span class="icon--ari icon--ari--leaf"></span>`
    },
    {
      name: 'Licensed icons',
      note: 'Make a key with the scope icons, and list the origins of your pages. It gives what you or your team hold.',
      code: `import { addAPIProvider } from '@iconify/react'

addAPIProvider('easel', { resources: ['${free}/k/easel_YOUR_KEY'] })

<Icon icon="@easel:ari:leaf" />`
    }
  ]
}
