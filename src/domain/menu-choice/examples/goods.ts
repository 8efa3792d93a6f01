/** What is bought, delivered and repaired; the notation is that of `matters.ts`. */
export const goods = `
[online shop]
place an order / buy / shopping | I want to buy a jacket; order two lamps; do you have it in blue
an order you already placed / an existing order / order status | I ordered last week; what about my order
track a delivery / when your order will arrive / where is your package | it should have been here on Monday; my stuff has not come; it says delivered but there is nothing; when does it get here
change or cancel an order | I ordered by mistake; wrong size ordered, fix it before it ships; send it to another address; I don't want it any more
returns and exchanges / send something back / return an item | it doesn't fit; I don't like it, take it back; trade it for a larger one; I changed my mind about the chair
damaged, defective or missing items / a problem with what you received / something was wrong with your order | it came broken; a piece was missing; I got the wrong thing; it was scratched; stopped working after a day; the box was empty
refunds / check on a refund / your money back | I returned it and have no money yet; where is my credit; refund not on my card
a return label / how to send it | I lost the label; the link for the return does not work
your account / log in / website help / the app | I can't sign in on your site; the page crashes; the app won't let me pay; reset my password
gift cards | my voucher is declined; how much is left on the gift card; redeem a gift code
store locations and hours | how late are you open; closest shop
warranty and protection plans | is it still under warranty; I bought the protection and it broke; the dog chewed it and I have the plan
billing / a charge on your card | you charged me twice; what is this amount
loyalty program / membership / your subscription | how many points do I have; end my membership; it renewed without asking
mailing list / catalogs / marketing | stop the junk mail; take me off your list; send me a catalog
store credit card | pay my store card; increase my store card
complaints / feedback / customer relations | your clerk was rude; I'm upset about the service
assembly, parts and manuals | screws are missing; how do I put it together; I need a spare wheel; instructions
delivery appointments / schedule or change a delivery / a delivery date | bring the fridge on another day; what time does the truck come; I won't be at home; pick a day
installation | hang up my TV; connect the washer
business orders / wholesale | a hundred shirts with our logo
product questions / technical help | how do I pair the speaker; which one fits my car; it does not turn on

[food delivery and groceries]
a delivery today / a current order / your order is on its way | where is my driver; it has been an hour; add milk to my order; the driver is at the wrong house
late orders | my dinner is late; still waiting for my groceries
add or remove items / change your order | I forgot the bread; leave out the onions
change the time or address of a delivery | come after six instead; bring it to my office
cancel an order | I don't need dinner any more
past orders / a problem with an order you received | half my order was not there; the fruit was rotten; they gave me somebody else's food; the eggs were smashed; cold food
missing items | the salad was not in the bag
damaged or spoiled items / quality | the meat smells; the yogurt leaked; moldy
wrong items | I got cola instead of juice
charged the wrong amount / refunds | you charged for things I did not get; my coupon was not applied
membership / your plan / skip or pause | pause my weekly box; end the free trial; skip next week; cancel the subscription
the app / your account | can't check out; the app freezes; change my email

[appliance maker]
schedule a repair / service for a product | my washer leaks; the fridge is warm; the oven door doesn't close; my dryer makes noise
the status of a repair / an appointment you already have | when does the repairman come; the part has not come yet
order parts and filters / accessories | I need a new filter; a knob broke off
product registration and warranty / recall | is it still covered; register my new stove; I heard it can catch fire
use and care / troubleshooting | it shows an error code; how do I clean it
return something | the part does not fit

[car dealer]
sales / new and used vehicles | I'd like to drive the new model; do you have a red one; what is my old car worth; trade in
the service department / schedule service / a service appointment | my brakes squeal; time for new tires; the check engine light is on; rotate my tires; inspection
the status of a vehicle in service | is my car done; how long will the repair take; what did they find on my car
parts and accessories | I need a mirror; floor mats; spare key
the body shop / collision center | a dent in my door; I had a crash and need it fixed; paint is scratched
finance and leasing / end of lease / payoff | give back my leased car; how much to buy out my lease; my payment; too many miles on my lease
title and registration | I have no plates yet; the title was not sent
recalls | I got a letter about the airbags; is my car affected
towing / roadside assistance | my car won't start; stuck on the highway
rental cars / loaners | I need a car while mine is fixed

[parcel service]
track a package / where is your package | my parcel is late; where is my stuff; it says out for delivery for two days
a delivery problem / missing or damaged / file a claim | it says delivered but I have nothing; the box was crushed; the porch pirate stole it
schedule a pickup | come and get a box; send something from home
change a delivery / hold or redirect | I won't be home; leave it at my neighbor's; bring it to the depot; wrong address
rates and shipping / supplies | what does it cost to send to Canada; I need boxes; how to ship a guitar
customs / international | customs wants money; which form for abroad
billing / your account | invoice is wrong; open an account for my firm
locations and hours | where can I drop it off
complain about a driver | the driver threw my box
hold mail / forward mail | stop my mail for vacation; I moved, send my letters on; my mailbox key is lost

[movers and storage]
a moving estimate / a quote / plan a move | how much to take our things to Texas; we move in May; price for a two room apartment
a move that is booked / change or confirm your move | my moving day changed; when do they arrive; push it back; cancel the truck
damage or missing items / file a claim | they broke my mirror; a box is gone; there is a scratch in my table
storage units / rent a unit | I need a place for furniture; how big is a unit
gate codes and access | my code is refused; the lock does not open
move out of your unit | I empty my unit; end the rental
jobs | I'm looking for work; do you need drivers

[newspaper and magazines]
a missed or late delivery | my paper did not come; the paper was wet
stop or hold delivery / vacation | I go away for two weeks; don't bring it over Christmas
start, renew or cancel a subscription | I don't read it any longer; give a subscription; my subscription runs out
billing | I was billed after I canceled; new card number
advertising, obituaries and notices | sell my car in the paper; my mother's death notice
news tips and the newsroom | correct a story; I saw something
digital access | the web site wants me to pay though I subscribe

[software and devices]
sign in, passwords and account access / you cannot log in | somebody got into my account; I don't get the code; forgot my user name; locked out
installation and setup | how do I install it; it won't connect to my printer
something does not work / technical problems | it crashes when I open it; error message; it is frozen; black screen; keeps buffering
billing, charges and refunds | I was charged after the trial; money back; two payments in one month
change or cancel your plan | I want the cheaper plan; I don't use it any longer
licenses and purchases | buy for five people; activation key
privacy and security / report abuse | I think I have a virus; delete my data

[marketplace and payment app]
a purchase / problem with a seller | the seller never sent it; it's a fake
selling / your listings | my ad was removed; the buyer has not paid
payments and payouts / a transfer | I sent money to the wrong person; my payout is late
account locked or limited | you blocked my account
report fraud | someone got into my account and sent money
`;
