/** What comes to the house, and what the public runs; the notation is that of `matters.ts`. */
export const services = `
[internet and cable]
technical support / something is not working / trouble with your service / repairs | the internet is down; I have no connection since this morning; my picture is frozen; the modem blinks red; nothing works; my phone has no sound
internet / your internet connection | my wifi drops all the time; web pages don't load; the router lost its signal; my laptop can't get online; everything takes forever to load; we are offline
television / your TV / cable box | channels are missing; the remote does nothing; no signal on the screen; the box will not record
home phone / voice service | I hear static on the line; people cannot reach me; no dial tone
slow or intermittent connection | downloads crawl; it disconnects every few minutes; the speed is not what I pay for
no connection at all / an outage in your area | is there an outage; it has been out all day
network name or password / wireless settings | rename my wifi; I forgot the wifi password
billing questions / an explanation of your bill | why did my bill go up; I was charged for a movie I did not rent; there is a fee I don't know
credit for an outage | I want money back for the days without internet
your promotion ended / discounts | my price jumped after a year; give me the new customer price
add services or upgrade / sales / change your plan | I want faster speed; get sports channels; add a phone line
moving / transfer your service to a new address | I am moving to another apartment; bring my internet to the new house
disconnect or cancel your service | turn off my cable; I am going with another provider; I don't need TV any longer
technician visits / an appointment with a technician | the technician didn't show up; I need another day for the installer; when is he coming
return equipment | where do I bring the box; I still have your modem
new customers / order service | do you serve my street; get internet for a new house

[mobile]
lost or stolen phone / suspend your line | someone took my phone; I dropped my phone in a lake and can't find it
upgrade or buy a phone | I'd like the newest phone; am I eligible for an upgrade
repair / a damaged device / insurance | cracked screen; the battery does not hold; my phone got wet
coverage and signal / dropped calls / network problems | I have no bars at home; calls cut off; texts do not go out
international roaming / travel | I go to France, will my phone work; it cost a fortune abroad
your plan, data and features / add a line | I ran out of data; put my daughter on my plan; which plan is cheaper
activate a phone or SIM / switch to us and keep your number | my new SIM does not work; bring my number over
unlock your phone | use my phone with another carrier
block numbers / spam calls | I get robo calls all day; block a caller
cancel a line / leave | drop one of my numbers; end my contract

[electric company]
report a power outage / an emergency / a downed line | the lights went out; a wire is hanging in the street; we have been dark for hours; sparks from a pole
billing / your account and payments | the bill is far too high; I paid twice; what do I owe
high bill / your usage | I used less but pay more; my bill doubled
payment arrangements and assistance / more time to pay / disconnection notice | I can't afford it this month; you are going to cut me off; I got a final notice; help with my bills
start service / turn on service | we just bought a place and need electricity; move in on Friday
stop or move service | I am leaving my apartment; end service in my name
meter reading / your meter | you read my meter wrong; my meter does not turn; nobody can get to my meter
budget plan / level payments | pay the same every month; spread the winter bills
street lights and trees | a branch is on the line; the lamp in front of our house is dark
energy savings / rebates / solar | I bought a heat pump; connect my panels; audit of my house
service repairs / schedule a visit | my meter box is broken; send an electrician

[city services]
trash and recycling / a missed pickup / bulk items | my garbage is still there; pick up an old mattress; I need another bin; the truck skipped us
streets and sidewalks / potholes / street repairs | there is a big hole in the road; the sidewalk is broken; the traffic light is stuck; snow was not plowed
parking tickets and permits | I got a ticket I don't agree with; where do I get a parking permit; my car was towed
code enforcement / noise and neighbors / report a nuisance | next door they party all night; my neighbor's yard is full of junk; they build without a permit
animal control | a stray dog is in my yard; a dead raccoon; I lost my cat
building permits and inspections | I want to build a deck; schedule an inspection
parks and recreation | rent the picnic shelter; sign up for swim lessons
birth, death and marriage certificates / vital records | a copy of my birth certificate; we are going to marry
voting and elections | where do I vote; register to vote; mail ballot
mayor and council / complaints about the city | complain to the mayor; speak at a meeting
taxes and licenses | dog license; pay my property tax; business license
police, not an emergency | my bike was stolen last night; get an accident report

[motor vehicles]
driver licenses and ID cards / renew or replace a license | my license expires next week; I lost my license; real ID; change the picture
registration, plates and titles | I sold my car; my tags ran out; title for a car from my uncle; plates never came
driving tests and appointments | book a road test; change my test date; my kid wants a permit
suspensions and tickets / your driving record | my license was taken away; points on my license; how do I get my license back
disabled parking | placard for my mother
an address change | I moved, change my license

[court]
traffic tickets / citations | I got caught speeding; a camera ticket came
contest a ticket / ask for a hearing / request a trial | the ticket is not fair; I was not the driver; I want to tell the judge
pay a fine | pay my ticket; what is my fine
more time to pay / an extension / payment plan | I can't pay the fine by then
jury duty / jury service | I was summoned; do I have to appear; I got a jury letter
postpone or be excused | I am on vacation that week; I am too sick to serve
small claims and civil cases | my landlord keeps my deposit and I want to sue; somebody owes me money
family court, divorce and custody | my ex won't let me see my kids; file for divorce; support payments stopped
criminal cases and bail | my brother was arrested; post bail; when is the hearing
wills, probate and estates | my mother died and left a will
copies of records | a copy of a judgment

[school]
report an absence / attendance | my kid has a fever and won't come; she will be late because of the dentist
transportation / school buses / the bus | the bus never stopped for us; where does the bus pick up; bag left on the bus
enrollment / register a child | we moved here; start kindergarten
meals / lunch accounts | put money on his lunch account; free lunch
the nurse / health | my daughter takes medicine at noon; send his shots record
guidance / counselors | my son is bullied; talk about her grades; change his class
human resources / employment | I want to teach there; substitute job
special education | my son needs extra help
lost and found | his jacket is gone
the principal / the front office | complain about a teacher

[university]
admissions / applying | did you get my application; tour the campus; when is the deadline
financial aid and scholarships | my grant has not come; scholarship question; FAFSA correction
the registrar / transcripts and records | send my grades to another school; I need a letter that I study there; change my name on my record
registering for classes / add or drop a class | leave a class; the course is full; sign up for biology
tuition and fees / student accounts / the bursar | my tuition bill is wrong; late fee; pay for the semester; tax form for tuition
housing and dining / residence halls | my roommate is awful; meal plan; key to my dorm
technology help / the help desk | I forgot my student password; the portal is down; email does not work
graduation / diplomas | my diploma got lost; order a gown
health center / counseling | I feel depressed; flu shot on campus
parking and campus police | parking pass; my bike was stolen on campus
library | renew a book

[toll road]
your balance and recent tolls / account activity | what was I charged for; how much is left on my account
add money / replenish | put fifty dollars on; change the card for automatic refills
violations and notices / a bill in the mail | I got a notice for not paying; I got a fine
dispute a notice / it is not your vehicle / you sold the vehicle | that was not my car; I don't own that car any more; I never used that road; wrong plate
transponders and tags / problems with your tag | the box on my window makes no sound; I lost my tag; I need one more for a second car
vehicles and license plates | add my new car; take a plate off; rental car
open or close an account | start an account; I moved away, shut it down

[home security]
your alarm is going off / false alarms | the alarm won't shut up; it went off by itself; don't send the police
technical support / equipment problems | it keeps beeping; the keypad is dead; the sensor falls off; won't arm
cameras and video | the camera shows nothing; doorbell has no picture
batteries | it says low battery
billing | I paid for a service call that did not happen
cancel your monitoring / your contract | I don't want the alarm any longer; how long is my contract
moving | take the system to our new home
new systems / sales | what would an alarm cost for my shop
emergency contacts, passwords and account changes | change who you call; new code word; take off my old roommate
put your system on test | the electrician is here, don't react

[pest control and home repair]
schedule a service / a first visit / request service | there are ants in my kitchen; our heater died; the drain is clogged; a mouse in the attic; the faucet drips
an existing appointment / change or cancel a visit | can you come on another day; where is your man; he was due at nine
a problem with work we did / warranty work / the problem came back | the roaches are back; it broke again after the repair; he left a mess
estimates / free quotes | what would a new furnace cost; price for the whole house
your plan or contract / renew or cancel | stop the yearly plan; what does my plan include
billing | the invoice is too high; pay for the visit
emergency service | pipe burst; no heat and it's freezing
jobs / careers | are you looking for people

[apartment]
maintenance request / repairs | the heater is broken; the fridge does not cool; the elevator is stuck
the waste, recycling and laundry rooms | the washer ate my money
`;
