/** Other words that people type when they search for the first word of each group. */
const GROUPS = `
  settings gear cog preferences, trash delete bin remove wastebasket, house home building, search magnifying find lookup,
  envelope mail email letter message, user person profile account, users people team group, heart love like favourite,
  star favourite rating, bell notification alarm alert, cart basket shopping buy, lock secure password privacy, unlock open access,
  phone call telephone contact, mobile smartphone cellphone, camera photo photography picture, image picture photo,
  chart graph statistics analytics, calendar date schedule planner, clock time hour watch, map location navigation,
  pin location marker place, car automobile vehicle drive, truck delivery shipping lorry, airplane flight travel plane,
  train railway travel, bicycle bike cycling, boat ship sea, sailboat boat ship sea sailing, rocket launch startup space,
  globe world earth international, earth world globe, cloud weather sky, sun sunny weather summer, sunrise morning dawn,
  sunset evening dusk, moon night sky, rain weather umbrella, snowflake winter snow cold, snowman winter snow christmas, fire flame hot,
  lightning bolt energy power, leaf nature plant eco, tree nature forest, flower blossom nature garden, tulip flower spring garden,
  rose flower love garden, sunflower flower summer garden, hibiscus flower tropical, cactus desert plant, dog puppy pet, cat kitten pet,
  rabbit bunny easter, bird animal wings, fish sea animal, whale sea ocean animal, dolphin sea ocean animal, octopus sea ocean animal,
  turtle sea animal reptile, bee insect honey, honeybee bee insect, butterfly insect wings, coffee drink cafe espresso,
  beverage drink tea coffee, tea drink cup, beer drink pub, wine drink glass, cocktail drink bar, pizza food italian,
  hamburger burger food fast, cake dessert birthday sweet, cupcake dessert sweet bakery, doughnut donut dessert sweet,
  cookie biscuit sweet, bread bakery loaf, croissant bakery breakfast french, sushi food japanese, noodles ramen food, apple fruit healthy,
  strawberry fruit berry, lemon fruit citrus, tangerine orange fruit citrus, watermelon fruit summer, pineapple fruit tropical,
  banana fruit, cherries fruit cherry, grapes fruit wine, peach fruit, avocado vegetable healthy, carrot vegetable healthy,
  tomato vegetable, broccoli vegetable healthy, mushroom fungus forest, gift present surprise birthday, balloon party birthday,
  party celebration, trophy award winner cup, medal award winner, crown king queen royal, money cash finance, coin money cash,
  coins money cash, wallet money payment, dollar money currency finance, bank finance building, briefcase business work job,
  laptop computer notebook, computer desktop pc, desktop computer monitor, monitor screen display, keyboard typing input,
  printer print office, book read library, books read library education, graduation education school degree, pencil edit write draw,
  pen write edit, brush paint art, palette color paint art design, scissors cut, ruler measure, hammer tool build, wrench tool repair,
  screwdriver tool repair, lightbulb idea bulb light, idea lightbulb innovation, bulb idea light, key access password,
  shield security protection, bug error insect debug, code programming developer, terminal console command code, database storage data sql,
  server hosting data, robot ai bot machine, brain mind intelligence ai, music song audio, note music song, headphones music audio,
  microphone voice audio podcast, guitar music instrument, video film movie, film movie cinema, television tv screen, play start media,
  pause stop media, game controller gaming play, controller game gaming, soccer football sport, basketball sport ball, tennis sport ball,
  download save arrow, upload send arrow, share send social, link chain url, refresh reload sync, synchronize sync refresh,
  check tick done ok, checkmark tick done ok, plus add new, minus remove subtract, cancel close remove, warning alert danger,
  info information help, question help faq, eye view visible, filter funnel sort, list menu items, home house building, shop store market,
  storefront store shop market, store shop market, tag label price, receipt invoice bill, invoice receipt bill, credit card payment,
  percent discount sale, hospital health medical, heartbeat health pulse, stethoscope doctor medical, pill medicine medical,
  syringe vaccine medical, dna genetics science, atom science physics, flask science laboratory chemistry, microscope science laboratory,
  telescope astronomy space, planet space astronomy, satellite space orbit, alien space ufo, ghost halloween spooky,
  skull halloween danger, jack-o-lantern halloween pumpkin, mountain nature hiking, mountains nature hiking, volcano mountain lava,
  beach summer holiday sea, island beach tropical holiday, camping tent outdoor, tent camping outdoor, castle medieval building,
  city town buildings, cityscape city town skyline, factory industry production, church building religion, bridge city river,
  paw pet animal, chat message talk conversation, chats message talk, megaphone announcement marketing, target goal aim,
  puzzle game solution, handshake deal agreement partner, thumbs like approve, anchor sea ship, compass navigation direction,
  suitcase luggage travel, luggage suitcase travel, ticket event admission, newspaper news press, news newspaper press,
  wifi wireless internet, usb connection storage, cpu processor chip, sword weapon fantasy, dragon fantasy myth, unicorn fantasy magic,
  magic wizard spell
`

export const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.split(',').map((group) => {
    const [word = '', ...others] = group.trim().split(' ')
    return [word, others]
  })
)
