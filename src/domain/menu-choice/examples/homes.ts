/** Housing, further trades, and what any menu offers; the notation is that of `matters.ts`. */
export const homes = `
[rented home]
maintenance / routine maintenance / a repair request / something in your apartment needs fixing | my sink is clogged; the toilet keeps running; the stove does not light; a window won't close; the dishwasher leaks; no hot water; the light in the hall is out; bugs in the kitchen
emergency maintenance / flood, fire, gas or no heat | water comes through the ceiling; a pipe burst; no heat in winter; the basement is flooded; I smell gas; we are locked out
a request you already made / check on a repair | the plumber never came; I reported it last week; when will it be fixed
rent and account balance / payments | how much rent do I owe; my rent check; I will pay late; autopay for the rent
your lease / renewing / giving notice / moving out | I want to leave the apartment; end my lease early; renew for a year; get my deposit back; sublet my room; my roommate moves in
apartments to rent / leasing / looking for an apartment / prospective residents | do you have a two bedroom; see an apartment; what does a studio cost; do you allow dogs; apply for an apartment
noise and neighbors / report a concern / community rules | the people upstairs are loud; barking at night; someone smokes in the hall
parking and keys | my parking spot is taken; I need a new key; guest parking; gate remote
packages and amenities | the pool is dirty; book the party room

[gas company]
a gas leak / gas emergency / you smell gas | it smells of rotten eggs; the carbon monoxide alarm went off; gas smell in the yard
start, stop or move service / turn gas on or off | new tenant needs gas; shut off the gas; we moved out
pilot light and appliances / inspections | furnace is out; light my heater; check my stove
digging / locate lines | I plant a tree and need the lines marked; put up a fence
meter reading / an estimated bill | your number is not what my meter shows; the meter reader could not get in

[water company]
a main break or a sewer backup / report an emergency | water shoots out of the road; sewage comes up in the tub; street is flooded
no water or low pressure | nothing comes out of the tap; the shower only drips
water quality / color, taste or odor | the water looks yellow; smells of chlorine; is it safe to drink; rusty water
shut off / disconnection / reconnect | you turned off my water; I got a red tag; turn my water back on
leak adjustment / high bill | I had a leak and want a credit; used far more than normal

[travel documents]
a new passport / apply / renew | my passport is old; my first passport; what do I need to apply; how long is a passport good
urgent travel / expedited service / you travel within two weeks | my trip is next week and I have no passport; my grandfather is dying abroad
for a child / minors | my son needs one; both parents must sign
the status of an application you submitted | I sent it two months ago; has it been mailed
a lost or stolen passport | it was in my stolen bag
an error / your name has changed / correct your passport | wrong birth date printed; I took my husband's name
fees, photos and forms | how much is it; may I smile on the picture
visas, residence and immigration | my visa runs out; green card; bring my wife here; work permit; citizenship test; my hearing date

[public benefits]
apply / food, cash or medical assistance / a new application | we need help to buy food; I have no insurance and little money; get on medicaid; help with rent
an existing case / your case worker / report a change | I have a new job; we had a baby; my hours were cut; I moved; someone left the household
renewal / recertification / review | my benefits end this month; I got the renewal papers
documents we received / verification / upload | did you get my papers; I faxed my pay slips
interviews / missed an interview | nobody called me for my interview; call me for the interview another day
appeal / hearing / you disagree with a decision | I was denied; you stopped my benefits; that is not fair
your benefits card / EBT card / PIN | my card is lost; the card was declined; how much is left on my card
report fraud or abuse | he works and takes benefits; a child is being hurt
unemployment / weekly claims / a payment you did not receive | I was laid off; my weekly payment has not come; certify my week; my employer disputes it
social security, disability and retirement | apply for retirement; my wife died, do I get something; new social security card; I cannot work any more; change my bank for the check
child care and child support | help with day care; he does not pay support
veterans | my disability rating; GI bill

[life insurance and annuities]
report a death / death claim / file a life claim | my wife died and was insured; I am the beneficiary; how do I get the money after dad's death
beneficiary changes / ownership / name changes | leave it to my kids; take my ex off; I remarried
borrow against your policy / loans | take cash from my policy and pay it back
surrender / cash in / withdraw / terminate | give up the policy for cash; I need the money out
current value / policy information | what is it worth now; is it still in force
premium / billing / bank draft | take it from another account; skip a payment; I missed a payment; switch the date
tax forms | the form for my taxes did not come
an agent or an adviser / buy insurance | protect my family; how much for a young man

[home warranty]
request service / a new claim / something broke | the air conditioning quit; my oven died; the garage door is stuck; the water heater leaks
the technician / an existing service request / status or reschedule | nobody called me back; when does he come; I am not home then; they can't come until next week
the problem was not fixed / call back the technician / recall | it broke again; he was here yesterday and it still leaks
what is covered / your coverage | is the pool pump included; will you pay for a new one; is my refrigerator covered
a denied claim / dispute / second opinion | you won't pay; they say it is not covered; I do not agree
your plan / renew, cancel or change | I sold the house; keep it for another year; add the washer; I no longer want it
real estate professionals | I am a realtor

[events and theaters]
buy tickets / upcoming shows | what plays on Friday; four seats together; is it sold out
tickets you already bought / exchange tickets / another date | we can't come that night; switch seats; other day
tickets you did not receive / resend | no email; where are my tickets; the code does not scan
canceled or postponed events / refunds | the concert was called off; money for the tickets
accessible seating / special needs | my father uses a wheelchair; sign language; hearing loop
season tickets / subscribers / members | keep my seats next year; give up my subscription
directions and parking | where do I put the car; which bus; how do I find you
lost and found | I left my scarf; earring at the show
groups and private events | bring a school class; rent the hall

[streaming]
sign in / you cannot log in | somebody changed my password; my email is not known; I can't get in
trouble watching / playback / picture and sound | it stops in the middle; keeps loading; no sound; subtitles; black screen; bad picture; freezing
on a television / on a phone / on a computer | on my TV; on my tablet; on my laptop
charges / a charge you don't know | charged twice; I canceled but still pay; who charged me
change or cancel your plan / membership | stop it; cheaper plan; without ads
gift cards and promotions | redeem a code; code from a friend

[furniture and home goods]
a delivery / set or change a delivery date | bring the bed next week; no one home on Tuesday; pick the day; a week later
the time of your delivery / where your delivery is | what time does the truck come; still waiting for the men
back order / delayed | it has been months; when is it in stock
damage / a problem with furniture you received | a leg is broken; torn fabric; it is crooked; scratched top; wobbly
missing parts / hardware / assembly | no screws; a shelf was not in the box
protection plan / stain / a claim on your plan | wine on the couch; the cat scratched it; my kid drew on it
returns / return your furniture | it's ugly; does not fit through the door; take it away
financing / store card | pay my card; no interest offer
designers / appointments in the store | someone to plan my kitchen
store hours and locations | are you open

[specialists and imaging]
exam preparation / instructions for your test | can I eat before; take my pills before the scan; how long does it take; I am pregnant
an appointment / new and established patients / confirm or cancel | book a scan; I am late; can't make it; I have been here before; my doctor told me to come to you
results / reports | what did the scan show; has my doctor got it
images on a disc / records | pictures for the surgeon; send the report
refills | heart pills; blood pressure pills; out of medicine
a physician's office | I am calling from a doctor's office
billing and insurance | why did insurance not pay; is the scan covered; bill for the test

[pet insurance]
make a claim / a new claim | my dog was operated; the vet bill; get money back for treatment
how your claim is coming along | did you decide; when do I get paid
a quote | what does it cost for a puppy
changes to your policy / add another pet | we got another cat; new owner; new vet
cancel / leaving us | my dog died; too expensive
your renewal / price | it costs more than last year
what is covered / exclusions | do you pay for teeth; hereditary disease
veterinary practice | I work at a vet

[restaurants and catering]
reservations | a table for six; move our table to eight
takeout and delivery orders | order two pizzas; my food is not here
catering and events | lunch for the office; birthday party
gift cards | lost my gift card
comments | hair in my soup; rude waiter

[eye and ear care]
exams | new glasses; check my eyes; hearing test
your order / glasses and contacts that are ready | are my glasses done; order contacts; lenses hurt
repairs and adjustments | the frame is bent; hearing aid whistles; screw fell out
insurance and billing | vision plan

[solar and energy at home]
a new system / an estimate | panels on my roof; what do I save
your installation / permit and schedule | when do you install; crew did not come
your system does not work / monitoring | produces nothing; red light on the inverter; app shows no data
your agreement / selling your home | transfer the lease to the buyer

[office and business services]
supplies and orders | toner; reorder; invoice
copier and printer service / service call | paper jams; streaks on the page; technician
payroll and tax service | run payroll; form for the employees
hosting, domains and email | my site is down; renew the domain; mails bounce; certificate expired
credit card terminals | the terminal is frozen; chip reader; statement for the shop

[ride share, taxi and scooters]
book a ride / schedule | taxi to the airport; ride tomorrow at five
a ride you took / lost item / wrong fare | left my phone in the taxi; charged too much; driver took a detour
safety / an accident | the driver was drunk; crash
drive with us | become a driver

[day care and camps]
enroll / waiting list | a place for my baby; summer camp
absence / pick up | she is sick; grandpa picks her up; late today
billing / tuition | deposit back

[library and museum]
renew or reserve / your account and fines | keep my books longer; fine; hold on a novel
cards | get a library card; lost my card
tours, tickets and hours | group visit; open Monday

[police and safety]
report a crime / file a report | someone broke into my car; my bike was taken; vandalism
a copy of a report / records | report for my insurance
animal, noise or parking complaints | blocked driveway; barking; loud party
a detective / an existing case | what happens with my case
fingerprints, permits and background checks | fingerprints for my job

[any menu]
something you already ordered, booked or sent / an existing order, request, booking or case | what about; still waiting; has not come; I already did
something new / start, open, apply or sign up | I would like to; for the first time; how do I get
change, reschedule or update | another day; later; instead; different; move it
cancel, stop, end or close | no longer; don't need; quit; give up; get out of
it arrived wrong, broken, damaged or incomplete / a problem with your order | not what I ordered; half of it; in pieces; spoiled; defective
we owe you / refunds, credits and adjustments | my money back; reimburse me; pay me back; credit on my account
you owe us / balance, payment and due dates | how much do I owe; last day to pay; pay less per month
you lost something / lost and found | I forgot; I left behind; can't find; misplaced
a person is rude or something went badly / complaints and compliments | bad service; disappointed; ashamed; apologize
you can't get in / password, PIN or code | does not accept; locked; reset; code
find a place or a time / hours and directions | where is; when open; how to get there
find out what you get / plans, coverage, benefits and prices | is it included; how much would; do you offer; what does it cost
a decision you do not agree with / appeals | unfair; denied; turned down; rejected; refused; disagree
someone has died | passed away; late husband; funeral; estate
language help | interpreter
`;
