-- What people mean alike when they look for pictures: the start of the list that admins go on with at /admin/synonyms.
insert into catalogue.synonym (words, updated_at)
select string_to_array(line, ', '), now() from unnest(string_to_array(trim(both E'\n' from $groups$
settings, cog, gear, preferences, options, configuration, cogwheel
trash, delete, bin, garbage, rubbish, wastebasket, dustbin, recycle bin, trash can
remove, delete, erase, clear, eliminate
search, magnifier, magnifying glass, find, lookup, loupe
zoom in, magnify, enlarge
zoom out, shrink
house, home, homepage
building, apartment, skyscraper, tower block
mail, email, envelope, letter, e-mail, inbox
message, chat, speech bubble, comment, conversation, talk
user, person, profile, account, member, avatar
users, people, group, team, community
man, male, gentleman
woman, female, lady
men, man
women, woman
child, children, kid, kids
baby, infant, newborn, toddler
boy, lad
girl, lass
family, parents, household
heart, love, like, favorite, favourite
star, favorite, favourite, rating
bookmark, save, favorite, ribbon
bell, notification, alarm, alert, reminder
cart, basket, shopping cart, trolley, shopping basket
shopping, buy, purchase, shop
shopping bag, bag, tote
lock, padlock, secure, locked, security lock
unlock, unlocked, open lock
password, passcode, pin code
key, access, unlock
shield, protection, security, defense, defence, guard
phone, telephone, call, handset, cellphone, smartphone, mobile phone
mobile, smartphone, cellphone, cell phone, mobile phone, iphone
camera, photo camera, photography
photo, picture, image, photograph
gallery, album, pictures
video, film, movie, clip
video camera, camcorder, movie camera
cinema, theater, theatre, movie
microphone, mic, voice, record audio
speaker, loudspeaker, volume, sound
mute, silent, volume off, sound off
headphones, headset, earphones, earbuds
music, song, audio, melody, tune
musical note, music note, note
radio, broadcast, fm
television, tv, telly, screen
chart, graph, diagram, statistics, analytics
bar chart, bar graph, histogram
pie chart, donut chart
analytics, insights, statistics, metrics
dashboard, control panel, overview
report, document, summary
calendar, date, schedule, planner, agenda
clock, time, hour, watch
watch, wristwatch, smartwatch
stopwatch, timer, countdown, chronometer
hourglass, sand clock, waiting, sand timer
history, recent, past
map, atlas, cartography
location, map pin, marker, place, pin, map marker, geolocation
gps, navigation, route
compass, direction, navigation, orientation
globe, world, earth, planet earth
international, global, worldwide
language, translate, translation
flag, banner, pennant, country
car, automobile, auto, vehicle
truck, lorry, delivery truck
van, minivan
bus, coach
taxi, cab
train, railway, rail, locomotive
subway, metro, underground, tube
tram, streetcar
bicycle, bike, cycle, cycling
motorcycle, motorbike, moped
scooter, moped
airplane, plane, aeroplane, aircraft, flight, jet
helicopter, chopper
airport, terminal
ship, boat, vessel
sailboat, yacht, sailing boat
rocket, spaceship, launch, startup, spacecraft
fuel, gas, petrol, gasoline
gas station, petrol station, fuel pump
traffic light, stoplight, traffic signal
road, street, highway, motorway
parking, car park, parking lot
delivery, shipping, shipment
package, parcel, box
warehouse, storage, depot
luggage, suitcase, baggage
travel, trip, journey, vacation, holiday
hotel, accommodation, lodging
passport, travel document
ticket, admission, pass
beach, seaside, shore, coast
umbrella, parasol
mountain, mountains, hill, peak
forest, wood, woods
tree, plant
plant, herb, sprout, seedling
leaf, leaves, foliage
flower, blossom, bloom, floral
garden, yard
nature, environment, outdoors
ecology, eco, green, environment, sustainable
recycle, recycling, reuse
river, stream
ocean, sea, water
wave, waves, surf
water, drop, droplet, liquid
rain, rainy, shower, drizzle
snow, snowflake, snowfall
storm, thunderstorm, thunder
lightning, thunder, bolt, thunderbolt, flash
sun, sunny, sunshine
sunrise, dawn, morning
sunset, dusk, evening
moon, night, crescent
light mode, sun
dark mode, night mode
cloud, cloudy, overcast
weather, forecast
fog, mist, haze
wind, breeze, windy
temperature, thermometer
fire, flame, burn, hot
hot, heat, warm
cold, freeze, freezing, frost, ice
winter, christmas, snow
summer, holiday
autumn, fall
christmas, xmas, noel
santa, santa claus, father christmas
halloween, pumpkin, spooky, jack-o-lantern
easter, easter egg
birthday, anniversary, celebration
party, celebration, celebrate, confetti
gift, present, gift box
wedding, marriage, bride
ring, engagement ring, jewelry, jewellery
diamond, gem, jewel, gemstone, brilliant
crown, king, queen, royal
trophy, award, prize, winner, cup
medal, award, achievement, badge
money, cash, finance, currency
coin, coins, change
dollar, usd, buck
euro, eur
pound, sterling, gbp
bitcoin, cryptocurrency, crypto, btc
bank, banking, finance
wallet, purse, billfold
credit card, debit card, bank card, payment card
payment, pay, checkout
invoice, bill, receipt
price, price tag, cost
tag, label
discount, sale, percent, offer, promotion
savings, piggy bank, piggybank
investment, invest, stocks, trading
calculator, calculate, accounting
tax, taxes
briefcase, business, work, portfolio
job, career, employment, work
office, workplace
handshake, deal, agreement, partnership
contract, agreement, signature
law, legal, justice, court
scales, balance, justice
gavel, auction, judge
idea, lightbulb, light bulb, bulb, innovation
lamp, light
brain, mind, intelligence, thinking
artificial intelligence, ai, machine learning, robot
robot, bot, android
target, goal, aim, bullseye, objective
strategy, plan, tactics
puzzle, jigsaw, puzzle piece
growth, increase, grow
decrease, decline, reduce
presentation, slideshow, slides
meeting, conference
megaphone, bullhorn, announcement, loudhailer
advertisement, ad, advertising, marketing
news, newspaper, press, headline
article, blog, post
rss, feed, subscribe
share, send
send, paper plane, submit
reply, respond, answer
forward, next
back, previous, return
undo, revert
redo, repeat
refresh, reload, sync, synchronize, update
repeat, loop
rotate, turn, spin
shuffle, random
download, save
upload, import
export, share
save, floppy, floppy disk, diskette
print, printer
scan, scanner
copy, duplicate, clone
paste, clipboard
cut, scissors
edit, pencil, write, modify
pen, write, fountain pen
eraser, rubber
draw, drawing, sketch
paint, painting, brush, paintbrush
palette, colour palette, color palette, colours, colors
color, colour
gray, grey
eyedropper, color picker, colour picker, pipette
crop, trim
ruler, measure
design, graphic design
layers, stack
grid, tiles
list, menu
menu, hamburger menu, navigation menu
more, ellipsis, three dots, dots, kebab menu
table, spreadsheet
column, columns
filter, funnel
sort, order
add, plus, new, create
minus, subtract
close, cross, cancel, dismiss
cross, x mark
check, checkmark, check mark, tick, done, correct
success, done, complete
ok, okay, approve, accept
approve, thumbs up, like
thumbs up, like, good
thumbs down, dislike, bad
error, mistake, problem
warning, caution, danger, exclamation, attention
danger, hazard
forbidden, prohibited, ban, block, not allowed
stop, halt
info, information, about
help, question, question mark, support, faq
support, customer service, help desk, customer support
eye, view, visible, show, see, preview, vision
hide, hidden, invisible, eye off
glasses, spectacles, eyeglasses, sunglasses
sunglasses, shades
link, chain, url, hyperlink
attachment, paperclip, attach, paper clip
pin, pushpin, thumbtack
file, document, paper, page
folder, directory
archive, zip, compressed
database, storage, db, data
server, hosting
cloud computing, cloud
network, connection
wifi, wi-fi, wireless
bluetooth, wireless
signal, reception
internet, web, online
website, web page, webpage, browser
browser, window
code, programming, coding, developer, source code
developer, programmer, coder
terminal, console, command line, shell
bug, insect, beetle
debug, bug
git, version control
branch, fork
api, interface
computer, pc, desktop
laptop, notebook, macbook
monitor, display, screen
keyboard, typing
mouse, mice
cursor, pointer, mouse pointer
tablet, ipad
chip, processor, cpu, microchip
memory, ram
hard drive, hard disk, hdd, disk
usb, flash drive, pendrive, usb stick
battery, power, charge
charger, charging
plug, socket, outlet, power plug
electricity, power, energy, electric
power off, shut down, shutdown, switch off, power button
switch, toggle
login, log in, sign in, enter
logout, log out, sign out, exit
register, sign up, signup
exit, leave, quit
door, entrance
window, glass pane
fullscreen, full screen, maximize, expand
minimize, collapse
expand, enlarge
move, drag
arrow, direction, pointer
left, backward
right, forward
up, upward, top
down, downward, bottom
chevron, caret
play, start, begin
pause, break
record, recording
rewind, fast rewind
playlist, queue
gamepad, game controller, controller, joystick
game, gaming, play
dice, die
cards, playing cards, poker
chess, chess piece
sport, sports, athletics
football, soccer
american football, rugby
basketball, ball
running, run, runner, jogging
gym, fitness, workout, exercise, dumbbell, barbell
dumbbell, weights, barbell, weightlifting
swimming, swim, swimmer
ski, skiing
yoga, meditation
doctor, physician, medic
nurse, caregiver
hospital, clinic
medicine, medication, drug, pharmacy
pill, tablet, capsule
syringe, injection, vaccine, vaccination
bandage, plaster, band aid
stethoscope, doctor
ambulance, emergency
first aid, first aid kit, medical kit
medical, health, healthcare, medicine
ham, bacon, gammon
ladybug, ladybird, lady beetle
virus, coronavirus, covid, germ
bacteria, germ, microbe
heartbeat, pulse, heart rate
wheelchair, disability, accessible
accessibility, accessible
tooth, teeth, dentist, dental
foot, feet
hand, palm
goose, geese
wolf, wolves
mouse, rat
dog, puppy, hound
cat, kitten, kitty
pet, pets
paw, footprint
rabbit, bunny, hare
bird, birds
chicken, hen, rooster
duck, duckling
cow, cattle, bull
pig, hog, swine
horse, pony
sheep, lamb
monkey, ape
bear, teddy bear
fish, fishes
snake, serpent
turtle, tortoise
bee, honeybee
butterfly, moth
spider, web
food, meal, eat
restaurant, dining, cutlery
cutlery, fork and knife, silverware
knife, knives, blade
fork, cutlery
spoon, cutlery
chef, cook, cooking
kitchen, cooking
coffee, espresso, cappuccino, cafe
tea, teapot
cup, mug
drink, beverage
beer, ale, lager
wine, wine glass
cocktail, martini
bottle, flask
milk, dairy
bread, loaf, toast
cake, dessert, pastry
cookie, biscuit
candy, sweet, sweets, lollipop
ice cream, icecream, gelato
chocolate, cocoa
donut, doughnut
pizza, pizza slice
hamburger, burger, cheeseburger
fries, french fries, chips
hot dog, hotdog
meat, steak
egg, eggs
cheese, dairy
fruit, fruits
apple, fruit
orange, tangerine, mandarin
vegetable, vegetables, veggie
corn, maize
aubergine, eggplant
courgette, zucchini
school, education
education, learning, study
university, college
graduation, graduate, graduation cap, mortarboard
student, pupil
teacher, professor
book, read, reading
library, books
backpack, rucksack, school bag
science, laboratory, lab
flask, beaker, test tube, chemistry
microscope, lab
atom, physics, molecule
dna, genetics, gene
telescope, astronomy
space, universe, galaxy, cosmos
planet, saturn
star, stars
satellite, orbit
alien, ufo, extraterrestrial
astronaut, cosmonaut
tool, tools, repair, maintenance
wrench, spanner, repair
hammer, tool
screwdriver, tool
construction, building site
worker, builder, construction worker
helmet, hard hat
factory, industry, plant
ladder, steps
stairs, staircase, steps
bed, bedroom, sleep
sleep, zzz
sofa, couch, settee
chair, seat
bath, bathtub, bathroom
toilet, wc, restroom, lavatory
shower, bathroom
washing machine, laundry, washer
fridge, refrigerator
oven, stove, cooker
faucet, tap
broom, sweep
cleaning, clean
clothes, clothing, apparel, fashion
shirt, t-shirt, tshirt, tee
trousers, pants, jeans
dress, gown
shoe, shoes, footwear
sneaker, trainer, trainers
hat, cap
hanger, coat hanger
makeup, cosmetics, lipstick
haircut, barber, hairdresser
gun, pistol, weapon
sword, blade
bomb, explosion, explosive
police, cop, police officer
police car, patrol car
firefighter, fireman
thief, burglar, robber
spy, incognito, detective
fingerprint, biometric, touch id
face id, face recognition, facial recognition
qr code, qr
barcode, bar code
id card, identity card, identification
smile, smiley, happy
sad, unhappy, frown
angry, mad
laugh, lol
emoji, emoticon, smiley
cry, crying, tears
wink, winking
surprised, shocked
skull, death
ghost, spooky
monster, creature
dragon, fantasy
magic, magic wand, wand, wizard
anchor, port
lighthouse, beacon
castle, fortress
church, cathedral
mosque, islam
temple, shrine
cross, christianity
bridge, crossing
city, town, cityscape, skyline
village, countryside
farm, agriculture, tractor
shop, store, storefront, market
supermarket, grocery
camping, tent, camp
campfire, bonfire
fishing, fishing rod
background, wallpaper, backdrop
pattern, texture, seamless
gradient, mesh gradient
abstract, geometric
shape, shapes
circle, round
square, box
line, stroke
border, frame
text, font, typography, type
bold, heavy
quote, quotation mark, quotation
hashtag, hash
at sign, at symbol
infinity, endless
percent, percentage
equal, equals
rainbow, pride
peace, dove
recording, rec
thinking, think
voice assistant, voice
vote, ballot, election
megabyte, storage
dollar sign, dollar
shuttle, space shuttle
guitar, electric guitar
drum, drums
piano, keys
violin, fiddle
trumpet, horn
$groups$), E'\n')) line;

-- The narrower finds itself only; the wider finds it too.
insert into catalogue.synonym (words, one_way, updated_at)
select string_to_array(line, ', '), true, now() from unnest(string_to_array(trim(both E'\n' from $groups$
animal, dog, cat, bird, fish, horse, lion, tiger, elephant, bear, rabbit, fox, wolf, cow, pig, sheep, monkey, whale
pet, dog, cat, rabbit, hamster, parrot
dinosaur, t-rex, tyrannosaurus, sauropod, triceratops, brontosaurus
security, lock, shield, key, password, fingerprint
healthcare, stethoscope, pill, first aid, syringe, hospital
gaming, game controller, video game, joystick, console
halloween, pumpkin, jack-o-lantern, bat, ghost, skull, witch
christmas, christmas tree, snowman, santa, gift, reindeer
travel, suitcase, airplane, passport, map, backpack
wildlife, lion, elephant, giraffe, zebra, leopard, tiger, bear, wolf, deer
insect, bee, butterfly, ant, beetle, ladybug, mosquito, fly
bird, eagle, owl, parrot, penguin, dove, duck, chicken, flamingo
fruit, apple, banana, orange, lemon, strawberry, grapes, cherry, pear, peach, pineapple, watermelon, mango, kiwi
vegetable, carrot, tomato, broccoli, potato, onion, pepper, cucumber, corn, eggplant, avocado
food, pizza, hamburger, bread, sushi, sandwich, taco, noodles, cheese, meat
dessert, cake, ice cream, cookie, donut, cupcake, pie, pudding
drink, coffee, tea, beer, wine, juice, cocktail, milk, soda
vehicle, car, truck, bus, motorcycle, bicycle, van, tractor
transport, car, bus, train, tram, airplane, ship, bicycle, subway
weather, sun, rain, cloud, snow, wind, storm, rainbow, fog
flower, rose, tulip, sunflower, hibiscus, daisy, lotus
instrument, guitar, piano, violin, drum, trumpet, saxophone, flute
furniture, chair, sofa, table, bed, desk, lamp, shelf
clothing, shirt, dress, trousers, jacket, coat, sock, shoe, hat
tool, hammer, wrench, screwdriver, saw, drill, axe
sport, football, basketball, tennis, baseball, golf, volleyball, hockey, swimming
medical, hospital, doctor, pill, syringe, stethoscope, ambulance, thermometer
device, smartphone, laptop, tablet, computer, monitor, smartwatch
social media, facebook, instagram, twitter, linkedin, youtube, tiktok, pinterest, whatsapp
payment method, visa, mastercard, paypal, credit card, apple pay
programming language, javascript, typescript, python, java, rust, go, php, ruby, swift, kotlin
$groups$), E'\n')) line;
