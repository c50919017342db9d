/** Queries and the works they should find, judged by the titles in the demo catalogue, not by tags. */
export const KINDS = ['exact', 'plural', 'synonym', 'typo', 'prefix', 'several', 'joined', 'negative'] as const
export type Kind = (typeof KINDS)[number]

export type Judged = {
  kind: Kind
  query: string
  /** Phrases in titles that are right, that are acceptable, and that are wrong. */
  right: string[]
  fair: string[]
  wrong: string[]
}

/** One per line: `query = right, right ~ fair, fair ! wrong`. */
const QUERIES: Record<Kind, string> = {
  exact: `
    camera = camera ~ video camera, movie camera
    rocket = rocket
    house = house ~ home
    umbrella = umbrella
    pizza = pizza
    guitar = guitar
    lock = lock, locked
    key = key
    trophy = trophy
    sailboat = sailboat ~ sailing boat
    butterfly = butterfly
    cactus = cactus ~ cacti
    castle = castle
    compass = compass
    microscope = microscope
    telescope = telescope
    volcano = volcano
    strawberry = strawberry
    penguin = penguin
    sunset = sunset ~ dusk
    database = database
    puzzle = puzzle
    heart = heart ~ heartbeat
    terrazzo = terrazzo
    aurora = aurora
    confetti = confetti ~ party popper
    bokeh = bokeh
    javascript = javascript
    postgresql = postgresql
    docker = docker
    dragon = dragon
    violin = violin
    robot = robot
    coffee = coffee ~ hot beverage
    laptop = laptop
    wallet = wallet`,
  plural: `
    cameras = camera ~ video camera
    rockets = rocket
    houses = house
    pizzas = pizza
    butterflies = butterfly
    strawberries = strawberry
    cherry = cherries, cherry
    books = book, books
    user = user, users
    wave = wave, waves
    mountain = mountain, mountains
    tree = tree, trees ~ forest
    foxes = fox
    wolves = wolf
    leaves = leaf ~ leaf tiles
    headphone = headphone, headphones
    music note = music note, music notes, musical notes ~ music
    stars = star, stars
    boxes = package ~ bento box
    cubes = cube, cubes
    sunflowers = sunflower
    penguins = penguin
    grape = grapes
    keys = key
    planets = planet, planets`,
  synonym: `
    cog = gear, settings
    preferences = settings, gear
    delete = trash
    bin = trash
    garbage = trash
    magnifier = magnifying glass, search
    find = search, magnifying glass
    email = mail, envelope
    letter = envelope, mail
    automobile = car, racing car
    vehicle = car, truck, bus, bike, bicycle, train, motor scooter, racing car
    plane = airplane, plane ~ paper plane
    aircraft = airplane, plane, helicopter
    lorry = truck
    home = house, home
    picture = image, picture, photos
    photo = camera, picture, image, photos
    telephone = phone
    cellphone = mobile, phone
    smartphone = mobile, phone
    tv = television
    movie = movie, film slate, clapper board
    song = music, music note, music notes
    present = gift, wrapped gift
    award = trophy, medal
    winner = trophy, medal
    cash = money bag, money transfer, wallet
    save = floppy disk, download
    idea = idea, bulb, lightbulb, light bulb
    thunder = lightning, storm cloud
    bolt = lightning
    bunny = rabbit
    puppy = dog, poodle
    kitten = cat, black cat
    burger = hamburger
    donut = doughnut ~ donut chart
    xmas = christmas tree
    soccer = soccer ball
    football = soccer ball
    gym = barbell
    workout = barbell
    school bag = backpack
    doctor = stethoscope ~ first aid
    medicine = pill ~ stethoscope, first aid
    pumpkin = jack o lantern
    alert = bell, alarm clock
    notification = bell
    like = thumbs up, heart, like
    chat = chat circle, message
    world = globe, world
    earth = globe, world
    analytics = report analytics, chart
    statistics = chart, report analytics
    graph = chart
    wireless = wifi
    group = users
    profile = user, users
    settee = sofa
    couch = sofa
    spectacles = sunglasses
    gaming = game controller, video game, joystick
    invoice = receipt
    bill = receipt
    shop = shop, store, storefront, shopping
    buy = shopping cart, shopping bag, basket
    security = shield, lock
    password = lock, key
    programming = code
    ai = robot, brain
    ladybug = lady beetle
    dinosaur = sauropod, t rex
    rubber duck = duck
    aubergine = eggplant
    icecream = ice cream`,
  typo: `
    camra = camera
    rokcet = rocket
    umbrela = umbrella
    guitr = guitar
    trofy = trophy
    buterfly = butterfly
    strawbery = strawberry
    microscpoe = microscope
    telescpe = telescope
    pengiun = penguin
    javscript = javascript
    databse = database
    calender = calendar
    headphnes = headphones, headphone
    settngs = settings
    castel = castle
    hamburgr = hamburger
    vulcano = volcano
    pinapple = pineapple
    elefant = elephant
    postgresq = postgresql
    compas = compass
    handshke = handshake
    sunflwer = sunflower`,
  prefix: `
    umbr = umbrella
    cam = camera ~ camel, camping
    rock = rocket
    guit = guitar
    butt = butterfly
    strawb = strawberry
    micros = microscope
    penc = pencil
    shopp = shopping cart, shopping bag
    calend = calendar
    javasc = javascript
    topogr = topographic
    hexag = hexagon
    kuber = kubernetes
    magnif = magnifying glass
    dolph = dolphin
    seamless pat = seamless pattern
    bar cha = bar chart
    credit ca = credit card
    soccer b = soccer ball`,
  several: `
    shopping cart = shopping cart ~ basket
    credit card = credit card
    bar chart = bar chart ~ chart
    pie chart = pie chart, chart pie
    soccer ball = soccer ball
    ice cream = ice cream
    magnifying glass = magnifying glass ~ search
    gradient mesh = gradient mesh
    paper plane = paper plane
    polar bear = polar bear
    palm tree = palm tree
    alarm clock = alarm clock
    red car = racing car
    chart line = line chart
    cart shopping = shopping cart
    house with a garden = house with garden
    the lion = lion
    city skyline sunset = city skyline sunset ~ city skyline
    sailing boat at sea = sailing boat at sea
    mountain sunrise = sunrise over mountains
    hot drink = hot beverage
    sun clouds = sun cloud, sun behind clouds
    game controller = game controller ~ joystick
    open book = open book, book open
    python logo = python
    react logo = react
    cat pattern = cat face and paw prints
    christmas gift = christmas tree and wrapped gift
    piggy bank = piggy bank
    first aid = first aid
    leaf pattern = leaf tiles, fox and maple leaf
    dog icon = dog accent line icon
    gear icon = gear ~ settings
    space rocket = rocket
    green leaf = leaf`,
  joined: `
    e-mail = mail, envelope
    wi-fi = wifi
    light bulb = light bulb, lightbulb, bulb
    lightbulb = lightbulb, light bulb, bulb
    snow man = snowman
    sun flower = sunflower
    head phones = headphones, headphone
    back pack = backpack
    soccerball = soccer ball
    shoppingcart = shopping cart
    creditcard = credit card
    icecream = ice cream
    sail boat = sailboat
    heart beat = heartbeat
    test-tube = test tube
    teddybear = teddy bear
    piechart = pie chart
    java script = javascript
    post gresql = postgresql
    news paper = newspaper`,
  negative: `
    car = car ! credit card, carrot, carousel
    ant = ~ ! antenna, elephant, plant
    cat = cat, black cat ! education, location
    pen = pen ~ pencil ! penguin, penpot
    ear = ! earth, bear, heart
    star = star, stars ! start
    bus = bus ! business contact
    sun = sun ~ sunset, sunrise ! sunglasses, sunflower
    ham = ! hamster, hammer, hamburger
    pin = pin ! pineapple, pine forest
    rose = rose ! zebra
    map = map ~ globe ! maple leaf
    go = go ! goose, godot
    ring = ~ ringed planet ! earring, string
    ice = ! dice, lattice
    eye = eye ! yo yo
    lion = lion ! dandelion
    man = ! mango
    art = ~ palette ! dart, cart
    rat = ! decoration
    cap = graduation cap ! snow capped mountain`
}

const list = (text = ''): string[] =>
  text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter(Boolean)

function readLine(kind: Kind, line: string): Judged {
  const [query = '', judgement = ''] = line.split('=')
  const [titles = '', wrong] = judgement.split('!')
  const [right, fair] = titles.split('~')
  return { kind, query: query.trim(), right: list(right), fair: list(fair), wrong: list(wrong) }
}

export const JUDGED: readonly Judged[] = KINDS.flatMap((kind) =>
  QUERIES[kind]
    .trim()
    .split('\n')
    .map((line) => readLine(kind, line))
)
