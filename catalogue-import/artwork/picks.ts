/** The icons of each set that the demo shows, chosen for their appearance and for common searches. */
const names = (text: string): readonly string[] => text.split(' ')

export const ANIMALS = names(
  'fox panda owl penguin whale koala tiger-face frog flamingo octopus hedgehog elephant butterfly parrot turtle sloth giraffe peacock dolphin otter raccoon polar-bear dragon lion zebra kangaroo rabbit swan unicorn hamster chipmunk deer wolf leopard seal crab t-rex sauropod hatching-chick baby-chick honeybee lady-beetle snail tropical-fish blowfish rooster llama camel bison badger beaver black-cat poodle dove eagle duck goose jellyfish lizard'
)
export const PLACES = names(
  'rocket sailboat ferris-wheel castle sunrise-over-mountains national-park desert-island volcano mount-fuji beach-with-umbrella house-with-garden cityscape-at-dusk camping snow-capped-mountain night-with-stars bridge-at-night carousel-horse circus-tent japanese-castle roller-coaster hot-springs fountain milky-way sunset locomotive racing-car motor-scooter canoe helicopter ringed-planet flying-saucer snowman water-wave rainbow'
)
export const FOOD = names(
  'pizza hamburger avocado strawberry doughnut ice-cream cupcake sushi watermelon pineapple croissant taco pancakes bubble-tea birthday-cake cherries lemon grapes peach mango kiwi-fruit coconut carrot broccoli mushroom cheese-wedge pretzel popcorn hot-dog french-fries sandwich burrito waffle cookie lollipop honey-pot tropical-drink cocktail-glass hot-beverage teapot steaming-bowl bento-box dango blueberries eggplant'
)
export const PLANTS = names(
  'sunflower tulip rose hibiscus cherry-blossom cactus palm-tree deciduous-tree evergreen-tree maple-leaf four-leaf-clover potted-plant bouquet lotus fallen-leaf'
)

export const OBJECTS = names(
  'artist-palette backpack books camera-with-flash telescope guitar violin trumpet saxophone drum accordion gem-stone crown hourglass-done magnifying-glass-tilted-left light-bulb wrapped-gift trophy teddy-bear kite yo-yo crystal-ball magic-wand party-popper balloon game-die video-game joystick puzzle-piece soccer-ball basketball tennis bowling boxing-glove skateboard roller-skate ice-skate headphone studio-microphone radio television desktop-computer laptop floppy-disk movie-camera clapper-board alarm-clock umbrella sunglasses top-hat graduation-cap running-shoe high-heeled-shoe hiking-boot handbag shopping-cart package money-bag key locked shield crossed-swords hammer-and-wrench toolbox magnet test-tube microscope dna compass luggage anchor parachute candle red-paper-lantern ribbon yarn thread scissors pencil paintbrush crayon open-book newspaper bell megaphone'
)
/** Pairs of icons for seamless patterns. */
export const PAIRS = names(
  'strawberry+cherries lemon+tangerine watermelon+pineapple avocado+lime cactus+desert rocket+ringed-planet doughnut+cupcake pizza+tomato hibiscus+palm-tree fox+maple-leaf penguin+snowflake cat-face+paw-prints soccer-ball+trophy whale+anchor turtle+spiral-shell sunflower+honeybee bubble-tea+cookie balloon+party-popper croissant+hot-beverage carrot+rabbit-face mushroom+hedgehog musical-notes+guitar christmas-tree+wrapped-gift jack-o-lantern+bat tulip+butterfly sushi+rice-ball'
)

export const FLAT = names(
  'planner idea business-contact bar-chart pie-chart line-chart area-chart doughnut-chart calendar camera currency-exchange database globe home shop factory engineering puzzle music podium-with-speaker rules search services settings survey workflow key like lock money-transfer news online-support package phone picture safe stack-of-photos'
)

export const DUOTONE = names(
  'house gear trash heart star bell envelope camera calendar chart-bar chart-pie-slice cloud-sun coffee compass crown cube database device-mobile eye fire flask flower-lotus folder-open game-controller gift globe-hemisphere-west graduation-cap guitar hamburger handshake headphones heartbeat image key lamp leaf lightbulb lightning lock magnifying-glass map-pin medal megaphone microphone moon-stars mountains music-notes package paint-brush palette paper-plane-tilt pizza planet plant potted-plant printer puzzle-piece rocket-launch sailboat scissors shield-check shopping-bag shopping-cart smiley sneaker storefront sun-horizon tag target tent thumbs-up tree trophy truck umbrella users video-camera wallet'
)
export const TILES = names(
  'phone chat-circle-dots music-note camera map-trifold sun calendar-check envelope-simple shopping-bag-open heart lock-key game-controller book-open cloud-rain credit-card airplane-tilt bicycle barbell bank chef-hat cloud-arrow-up code cooking-pot film-slate first-aid flower-tulip house-line microphone-stage paint-bucket paw-print pen-nib piggy-bank presentation-chart radio receipt robot soccer-ball star stethoscope suitcase-rolling television-simple timer translate vinyl-record waves wifi-high'
)
export const LINES = names(
  'rocket settings search bulb world plane diamond fingerprint brain atom dna-2 cpu robot rainbow snowflake flame feather butterfly fish cactus mushroom anchor compass telescope ufo planet satellite building-castle building-lighthouse windmill tent trees mountain sunset-2 moon-stars cloud-storm umbrella ice-cream-2 cherry lemon pizza coffee glass-cocktail chef-hat music guitar-pick headphones microphone movie camera palette brush ruler-2 scissors needle-thread key shield-lock gift crown trophy medal chess-knight dice-5 puzzle'
)
export const DISCS = names(
  'shopping-cart truck-delivery credit-card wallet receipt discount building-store basket package chart-bar chart-line chart-donut report-analytics presentation briefcase calendar-event mail message-circle phone-call users user-check heart-handshake stethoscope first-aid-kit pill microscope school book-2 pencil calculator trash download cloud-upload folder file-text database server wifi device-laptop device-mobile printer bike car bus train ship map-pin bed bath sofa lamp plant-2 paw dog cat fish-bone'
)

export const LOGOS = names(
  'react vue svelte angular-icon typescript-icon javascript python rust go nodejs-icon docker-icon kubernetes postgresql mongodb-icon redis graphql git-icon github-icon gitlab-icon figma slack-icon spotify-icon firebase-icon flutter kotlin-icon swift java ruby php vite-icon tailwindcss-icon bootstrap sass html-5 npm-icon linux-tux ubuntu debian fedora firefox chrome blender wordpress-icon drupal-icon mastodon-icon penpot-icon godot-icon jupyter'
)
export const DEVICONS = names(
  'julia elixir haskell clojure scala dart gimp qt arduino raspberrypi numpy pytorch tensorflow vim bash apache nginx lua zig nixos opensuse archlinux'
)
