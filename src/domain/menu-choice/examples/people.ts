/** Travel, health, work, and any company; the notation is that of `matters.ts`. */
export const people = `
[airline]
new reservations / book a flight | I want to fly to Chicago; flight for two in July; what does a ticket to Rome cost
change or cancel a reservation / an existing reservation / manage your trip | I have to fly a day later; I can't go, give me a credit; my name is wrong on the ticket; missed my flight
flight status / arrivals and departures | is my flight on time; when does my son's plane land
baggage / delayed, lost or damaged bags | my bag never showed up; handle of my suitcase broke off; how many bags can I take; I left my phone on the plane
refunds / receipts | you canceled my flight, I want the money; refund has not come
frequent flyer program / miles | my miles did not post; use miles for a seat
special assistance / accessibility / medical needs | my grandma cannot walk far; my kid flies alone; oxygen; service dog; peanut allergy
check in, seats and boarding | sit together; web check in fails
travel documents / passports and visas | which papers do I need; my passport expires soon; does my baby need papers
complaints / customer relations | the crew was rude; compensation for my delay
groups and vacations packages | twenty people for a tour
seats and meals | vegetarian meal; window seat
travel agents / you are a travel advisor | I book for a client

[cruise and tours]
plan a new trip / book / interested in a new trip | we look at Alaska next summer; cheapest cabin
you already have a booking / change or cancel | go on another date; upgrade our cabin; cancel because I am sick; add my sister to our room
dietary, medical or accessibility requests / special needs | gluten free; I use a scooter; my dad needs dialysis; food allergies
excursions and activities | dive trip; bus tour in Athens; reserve a massage
you have returned / after your trip / a past trip | there is something on my final bill; we were not happy with the food; lost my watch on the ship
lost items / left something behind | I forgot my glasses; a charger is still in the room
charges on your account / the final bill | drinks that we did not order; tips charged twice
documents / passports | do we need visas
payments | pay the rest; due date of my balance

[hotel]
make a new reservation | a room for Saturday; do you have something with a view; price for a week
an existing reservation / change or cancel | I come one day later; cancel my room; two beds instead of one
a past stay / receipts / billing | I need the invoice of my stay; wrong charge for the minibar; left my laptop behind
rewards program / member services | points from June missing; my status
groups, meetings and weddings | rooms for our reunion; wedding in the garden
the front desk / a guest staying with us | connect me with room 12; I am locked out; late check out; early arrival
lost and found | I think I forgot my ring
dining and spa | table for two; a massage on Sunday
directions, parking and shuttle | how do I get there from the airport; can I park

[car rental]
new reservations | a van for the weekend; cheapest car
change, cancel or extend / a current rental | keep it till Sunday; drop it elsewhere; cancel my car
roadside assistance / an accident / a breakdown | tire is flat; hit a pole; warning light; keys locked in
billing, receipts and tolls / a past rental | what is the extra fifty dollars; I filled the tank; toll charge; invoice
lost and found | my glasses are still in your car
loyalty program | my points

[trains and buses]
fares, schedules and tickets / buy tickets | when is the last train; a ticket to Boston; monthly pass
delays and service alerts / status | why is the train late; the bus never came; is the line running
change or cancel a trip / refunds | give my ticket back; take a later train
lost and found | I left my umbrella on the bus; my backpack is on the train
complaints / feedback | the driver was rude; the train was filthy
accessibility / reduced fares | I use a wheelchair; senior ticket; ride for disabled
your fare card | my card lost its value; the machine ate my card

[doctor and clinic]
appointments / schedule, change or cancel an appointment / scheduling | I need a checkup; see the doctor this week; I can't come tomorrow; move my visit; am I still on for ten o'clock; it is time for my yearly exam
prescription refills / medication / the pharmacy | my pills are almost gone; renew my insulin; the drugstore has no order from you; new inhaler
test results / lab results | what did my blood test say; are the results back; was the biopsy okay; what does the scan show
medical records / images and copies / forms | send my chart to my new doctor; a copy of my x-rays; form for school; proof for my employer
billing and insurance | do you accept my plan; I was billed but I have insurance; what does a visit cost; my insurance didn't pay
the nurse / medical advice / you are not feeling well | I have had a fever for three days; my stitches look red; side effects; my child is vomiting; a bad cough
urgent problems / you are in pain / same day care | it hurts badly; I chipped a tooth; I broke my glasses and can't see; swelling after surgery
referrals and authorizations | I need to see a specialist; has the referral been sent
directions, hours and locations | where do I park; are you open on Sunday
new patients / you have not been here before | do you take new patients; first visit
how to prepare for a procedure / instructions | may I drink before surgery; do I stop my blood thinner; what do I bring to the test
a physician's office or a hospital / other medical offices | this is Dr. Lee's nurse; I'm a pharmacist with a question
vaccinations | get a shot for flu; vaccines for travel

[hospital]
a patient's room / patient information | how is my father, he was brought in; flowers for room 210; reach my wife after her surgery
billing / financial assistance | I can't pay my hospital bill; itemized bill; payment plan
scheduling / appointments and tests | mammogram; MRI; see a surgeon
medical records | copy of my file; birth record
visiting hours and directions | when may I visit; where is parking
find a doctor | I need a heart doctor
pre-registration / admissions | coming in for surgery, what do I bring
patient relations / complaints | nobody helped me; lost my hearing aid there
jobs / volunteers | nursing jobs; I'd like to help out
donations | give blood; give money

[pharmacy]
refills / order a prescription | I need more of my heart pills; refill number
the status of a prescription / is it ready | can I come and get my medicine; how much does it cost
transfer a prescription | bring it over from another store
speak with a pharmacist / drug questions | may I take it with alcohol; side effects; I missed a dose; two pills together
vaccinations and clinic | flu shot; shingles shot
delivery and mail order | my pills did not come in the mail
insurance | they said my plan does not pay
the store / photo / other departments | are my pictures done; do you sell crutches
a doctor's office | calling in a prescription for a patient

[vet and animals]
appointments | my dog needs shots; cat is limping; cut the nails
emergencies | my dog ate chocolate; hit by a car
refills and food | more flea pills; special diet food
boarding and grooming | keep our dog for a week; a bath and haircut
records | proof of rabies shot
adopt / lost and found animals | I want a kitten; I found a dog

[gym and clubs]
join / memberships | what does it cost to join; family rate
change, freeze or cancel your membership | I hurt my knee and can't train; I never go, end it; put it on hold
billing | charged after I quit; my card changed
classes, trainers and courts | yoga on Monday; someone to train me; book a court
hours and locations | open on holidays
lost and found | my water bottle

[employer and jobs]
payroll / your paycheck | my pay is short; change my bank account for pay; W2 form
benefits / insurance and retirement | put my baby on my insurance; 401k question
time off and leave / call in sick | I can't work today; maternity leave
jobs / apply / careers | do you have openings; I sent my resume
verification of employment | the bank wants to know that I work there
workplace problems / report a concern | my boss harasses me; unsafe machine
IT help desk | my laptop does not start; password

[charity, church and club]
donations / give | stop my monthly gift; give furniture; receipt for taxes
volunteer | I want to help
get help / services | I need food; a place to sleep
events | when is the concert; sign up for the run

[law firm and agencies]
new clients / a free consultation | I was hurt at work; I need a lawyer; sue somebody
an existing case / you are a client | what is new with my case; I have papers for my lawyer
billing | your invoice
a staff directory | reach Mr. Brown

[funeral and cemetery]
report a death / immediate need | my uncle died last night; what do we do now
planning ahead | arrange my own funeral
service times, flowers and directions | when is the service for Mrs. King

[any company]
billing / billing and payments / accounting / a question about your bill | I don't understand an amount on the invoice; you billed me wrong; copy of an invoice; overcharged; I was charged and did not buy anything
make a payment / pay | I want to pay; pay by phone
technical support / help with a problem / support | it does not work; it broke; how do I fix it
sales / new customers / interested in our services | I would like to buy; what do you charge; send me an offer
existing customers / current customers / you are already a customer / you already have an account | I am your customer and have a problem; something about my contract; I want to change something
cancel / end your service / close your account | I want out; stop everything; don't renew it
complaints / tell us about your experience / feedback | I am angry about how I was treated; rude employee; praise someone
change your address or personal information / update your account / your details | I moved; new phone number; got married and my name changed; new bank account
hours, location and directions | when do you open; where are you
employment / careers / human resources | I want a job with you; job opening
vendors and suppliers / you are a contractor | I want to sell you something; when do you pay my invoice
media and press | I am a reporter
emergencies / urgent | it is dangerous; someone could get hurt
appointments / schedule a visit | I need someone to come; make a date; come by and talk
the status of a request or an application / something you already sent in | I asked for it weeks ago; have you received my papers; any news; I have heard nothing
documents and copies / proof / certificates | I need it in writing; send me a copy; a letter that confirms it
a mistake / an error / a correction | you spelled my name wrong; the date is wrong
lost and found / you left something behind | I forgot something at your place
forms and information packets / brochures | send me the papers
passwords and login / web site | I can't get into my account online; reset my password
`;
