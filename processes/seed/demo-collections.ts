/** A collection that the demo's admin features. The first of its works is its cover. */
type DemoCollection = { title: string; summary: string; source_keys: readonly string[] }

const keys = (set: string, names: string): string[] => names.split(' ').map((name) => `${set}:${name}`)
const own = (names: string) => keys('easel', names)
const emoji = (names: string) => keys('fluent-emoji-flat', names)

/** In the order of the home page. */
export const DEMO_COLLECTIONS: readonly DemoCollection[] = [
  {
    title: 'Far horizons',
    summary: 'Mountains, deserts, forests, and open sea: wide scenes for covers, headers, and posters.',
    source_keys: own(
      'peaks-arctic sea-dusk desert-retro pines-forest peaks-lagoon dunes-dusk sea-midnight pines-neon desert-blossom peaks-citrus skyline-sunset dunes-midnight sea-retro pines-nordic desert-lagoon skyline-citrus peaks-ocean dunes-retro sea-grape pines-meadow'
    )
  },
  {
    title: 'Into the wild',
    summary: 'Foxes, owls, and the rest of the forest, drawn by one hand for children’s books and playful brands.',
    source_keys: emoji(
      'fox owl hedgehog deer raccoon wolf badger panda tiger-face elephant otter flamingo polar-bear koala lion butterfly rabbit beaver whale octopus penguin turtle giraffe sloth'
    )
  },
  {
    title: 'At the table',
    summary: 'From croissants to ramen: appetizing pictures for menus, recipes, and food blogs.',
    source_keys: [
      ...keys('noto', 'strawberry croissant steaming-bowl lemon avocado pancakes'),
      ...emoji('pattern-croissant-hot-beverage'),
      ...keys('noto', 'sushi cherries hot-beverage pizza watermelon cupcake bento-box mango doughnut taco blueberries bubble-tea'),
      ...emoji('pattern-watermelon-pineapple pattern-lemon-tangerine'),
      ...keys('noto', 'hamburger waffle ice-cream')
    ]
  },
  {
    title: 'Beyond the sky',
    summary: 'Planets, northern lights, and star charts, for anything that looks up at night.',
    source_keys: [
      ...own('planets-ocean aurora-lagoon constellations-arctic planets-blossom'),
      ...emoji('rocket pattern-rocket-ringed-planet flying-saucer'),
      ...own('aurora-arctic planets-citrus constellations-ember'),
      ...keys('tabler', 'satellite planet telescope ufo'),
      ...own('constellations-mint planets-lagoon aurora-mint'),
      ...emoji('milky-way telescope ringed-planet'),
      ...own('planets-arctic constellations-ocean')
    ]
  },
  {
    title: 'Patterns that repeat',
    summary: 'Seamless tiles for wrapping paper, fabric, and stationery. Put them side by side: no seam.',
    source_keys: emoji(
      'pattern-strawberry-cherries pattern-fox-maple-leaf pattern-avocado-lime pattern-whale-anchor pattern-tulip-butterfly pattern-penguin-snowflake pattern-sushi-rice-ball pattern-sunflower-honeybee pattern-mushroom-hedgehog pattern-cactus-desert pattern-doughnut-cupcake pattern-hibiscus-palm-tree pattern-musical-notes-guitar pattern-cat-face-paw-prints pattern-turtle-spiral-shell pattern-bubble-tea-cookie pattern-balloon-party-popper pattern-christmas-tree-wrapped-gift'
    )
  },
  {
    title: 'Bold geometry',
    summary: 'Tiles, sunbursts, and concentric arches with the confidence of a good poster.',
    source_keys: own(
      'bauhaus-ink arches-sunset sunburst-lagoon cubes-retro bauhaus-midnight truchet-blossom terrazzo-candy leaves-retro arches-ocean bauhaus-forest sunburst-citrus cubes-lagoon truchet-lagoon memphis-retro terrazzo-sunset arches-citrus leaves-forest low-poly-neon bauhaus-grape sunburst-arctic'
    )
  },
  {
    title: 'Quiet grounds',
    summary: 'Soft gradients, layered paper, and fine lines that leave room for your words.',
    source_keys: own(
      'mesh-retro paper-cut-arctic silk-nordic waves-ocean mesh-blossom topographic-meadow mesh-sand silk-candy bokeh-nordic paper-cut-mint mesh-dusk dusk-sky-midnight waves-arctic topographic-nordic mesh-clay paper-cut-lagoon silk-meadow bokeh-forest waves-regal mesh-midnight'
    )
  },
  {
    title: 'Open for business',
    summary: 'Icons with two tones for a small shop: storefront, basket, parcel, and the thank-you note.',
    source_keys: keys(
      'ph',
      'storefront-duotone shopping-bag-duotone truck-duotone gift-duotone tag-duotone shopping-cart-duotone package-duotone wallet-duotone megaphone-duotone star-duotone heart-duotone handshake-duotone bell-duotone envelope-duotone chart-bar-duotone target-duotone map-pin-duotone camera-duotone coffee-duotone printer-duotone shield-check-duotone thumbs-up-duotone rocket-launch-duotone lightbulb-duotone'
    )
  }
]
