/**
 * The words under the passwords that are guessed first, in lower case, without the digits and symbols people put
 * around them. Compiled for this project by hand from what published lists of leaked passwords have in common
 * (keyboard runs, names, sports, places, pets, feelings), with Nigerian names and places added; one word covers
 * hundreds of entries of such a list, because `isCommonPassword` ignores case, look-alikes and what surrounds it.
 */
const stems = `
password passwort passw passwd pass passcode passphrase passme mypass mypassword thepassword newpassword oldpassword
passwordpassword password password123abc motdepasse contrasena senha parola wachtwoord haslo secret secrets topsecret
qwerty qwertyu qwertyui qwertyuio qwertyuiop qwert qwer qwerasdf qwertz qwertzu azerty azertyuiop asdf asdfg asdfgh
asdfghj asdfghjk asdfghjkl asdfjkl asdasd asdqwe zxcv zxcvb zxcvbn zxcvbnm zxczxc qweasd qweasdzxc qazwsx qazwsxedc
qaz wsx edc zaq zaqwsx zaqxsw qaqa wasd poiuy poiuytrewq lkjhgf mnbvcxz mnbvcx qwe asd zxc abc abcd abcde abcdef
abcdefg abcdefgh abcdefghi abcabc aaa aaaa aaaaa aaaaaa aabbcc abcxyz xyz xxx xxxx xxxxxx qqq qqqq qqqqqq zzz zzzzzz
admin admins administrator adminadmin root toor superuser superadmin sysadmin system sysop supervisor manager operator
user username users guest default test tester testing testtest temp temporary tempo demo demopass sample example
login logon signin letmein letmeinnow openup opensesame access accessme enter entry changeme change changeit
changethis changepassword welcome welcomeback hello hellohello helloworld hi hey goodbye byebye thankyou thanks please
master masterkey key keys server computer laptop internet network wifi wireless router online website email gmail yahoo
hotmail outlook google facebook twitter instagram youtube whatsapp linkedin microsoft windows office linux ubuntu
android iphone samsung nokia apple macbook toshiba lenovo dell oracle mysql database backup security secure private
trustno trustnoone trust nothing none null unknown whatever anything something blank empty forgot forget iforgot
remember noaccess nopass nopassword mypc mine myself yourself
iloveyou iloveu loveyou loveme lovelove love lover lovers loving lovely forever always babe baby babygirl babyboy honey
sweet sweety sweetie sweetheart darling dear angel angels angela princess prince queen king kingdom kings queens
sunshine sunset sunrise sun moon moonlight star stars starlight sky rainbow flower flowers rose roses lily daisy
butterfly summer winter spring autumn fall january february march april may june july august september october
november december monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday
monkey dragon tiger tigers lion lions eagle eagles falcon falcons wolf wolves bear bears panther panthers horse horses
dolphin dolphins shark turtle rabbit bunny kitty kitten cat cats dog dogs doggy puppy bird birds chicken duck fish
snake spider cobra phoenix unicorn dinosaur elephant giraffe penguin buster buddy max charlie rocky bailey bella
shadow ghost ninja samurai warrior warriors knight knights wizard magic merlin gandalf hunter ranger killer hacker
pirate cowboy cowboys soldier marine army navy police
football soccer baseball basketball hockey tennis golf golfer cricket rugby boxing volleyball swimming running
chelsea arsenal liverpool manchester manutd manchesterunited mancity barcelona realmadrid madrid juventus milan
everton tottenham spurs newcastle celtic rangers bayern ajax benfica ronaldo messi neymar rooney drogba okocha kanu
osimhen supereagles lakers yankees steelers packers redsox patriots raiders bulls celtics dodgers
superman batman spiderman ironman avengers marvel starwars skywalker yoda vader darthvader matrix neo terminator
pokemon pikachu naruto goku dragonball mario zelda sonic minecraft fortnite roblox callofduty warcraft starcraft
counterstrike playstation xbox nintendo gamer games game player hogwarts harrypotter potter hermione frozen elsa
disney mickey mickeymouse minnie donald snoopy garfield tinkerbell scooby scoobydoo simpsons homer
michael jennifer jessica michelle ashley amanda nicole daniel matthew andrew joshua anthony robert william thomas
george david james john johnny joseph christian christopher christine christina jonathan nicholas alexander alex
alexandra victoria samantha stephanie elizabeth patricia barbara maria mary marie martha sarah sara sophia sophie
emma olivia hannah rachel rebecca laura lauren karen kevin brian steven stephen richard charles edward peter paul mark
luke lucas jack jackson jason justin jordan tyler taylor austin dallas dakota cameron morgan madison chloe natalie
natasha vanessa veronica monica jasmine patrick martin oliver oscar louis henry harry harvey arthur albert frank
simon samuel sam tom tommy tony billy bobby jimmy jerry larry harley ginger pepper cookie cookies chocolate cheese
banana apples orange strawberry cherry peaches pumpkin coffee pizza sugar candy vanilla whiskey vodka corona
jesus jesuschrist christ jesusislord jesuslovesme god godisgood godislove godbless blessed blessing blessings bless
grace faith hope heaven holy spirit holyspirit hallelujah amen church bible prayer pray glory praise worship miracle
favour favor mercy gospel christianity islam allah allahuakbar muhammad mohammed mohammad ahmed ahmad ali ibrahim
bismillah alhamdulillah inshallah ramadan christmas easter eternity
chinedu chukwu chukwuemeka emeka chidi chioma chinwe chinonso chiamaka chisom adaeze ngozi nkechi obinna okafor okoro
okonkwo onyeka uche ugochukwu ifeanyi ifeoma amaka amarachi nnamdi kelechi ikenna tochukwu ebuka oluwa oluwaseun
oluwatobi seun segun tunde babatunde bola bukola folake funke kunle kehinde taiwo tope temitope yemi yinka ayo ayomide
damilola dami tobi tolu tomiwa simi sola wale femi gbenga rotimi abiodun adebayo adeola adewale olamide olumide
aisha aminu amina bello hauwa fatima hadiza halima hassan hussein kabir maryam musa sani suleiman umar usman yakubu
yusuf zainab abdul abdullah abdullahi bashir garba haruna efosa osagie osas ekaette effiong nsikan
nigeria naija lagos abuja ibadan kano kaduna enugu portharcourt benin benincity calabar jos ilorin abeokuta owerri
onitsha aba asaba warri uyo akure ekiti osun ogun oyo delta rivers anambra imo abia sokoto zaria maiduguri lekki
ikeja surulere yaba africa african ghana accra kenya nairobi london england america american usa canada germany
france paris berlin spain italy brazil india pakistan china japan tokyo australia newyork california texas florida
chicago boston houston atlanta miami seattle
unilag oau uniben unn abu uniport unilorin lasu futa futo covenant babcock university college school student students
studying teacher professor lecturer registrar registry admission admissions applicant application faculty department
graduate matric matricula campus education exam exams jamb waec neco academy
business company finance accounting bank banking payment payments money cash dollar dollars naira rich richman million
millionaire billionaire success successful winner winners champion champions victory power powerful strong strength
lucky luck happy happiness smile smiley lol lmao funny crazy silly stupid sexy sexygirl hottie hotgirl hotboy cutie
cool coolman awesome amazing perfect wonderful beautiful beauty gorgeous pretty handsome genius smart clever
family mother father mummy mommy mum mom daddy dad papa mama sister brother brothers uncle auntie grandma grandpa
friend friends bestfriend girlfriend boyfriend wife husband children son daughter boy boys girl girls man woman lady
freedom liberty peace peaceful justice truth music musical guitar piano drummer dancer dancing singer rockstar
rocknroll metallica nirvana slipknot eminem tupac rihanna beyonce davido wizkid burnaboy michaeljackson bobmarley
mustang ferrari porsche mercedes benz bmw audi toyota honda nissan ford chevrolet camaro corvette lexus ducati yamaha
harleydavidson diamond diamonds gold golden silver platinum crystal ruby emerald sapphire pearl black white blue red
green yellow purple pink brown orangejuice blackie whitey
`;

export const commonStems: ReadonlySet<string> = new Set(stems.split(/\s+/).filter(Boolean));
