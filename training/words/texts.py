"""What telephone menus, queues and mailboxes say, written for this project: the material of the language model and of what the voices read."""

import random

DIGITS = "zero one two three four five six seven eight nine".split()
KEYS = DIGITS + ["star", "pound", "hash", "the star key", "the pound key", "the hash key", "the pound sign", "zero zero"]

THINGS = """
billing; sales; support; customer service; customer support; technical support; an operator; the operator; accounting; accounts payable;
the front desk; reception; new accounts; account information; payments; your balance; your account balance; english; spanish; french; german;
claims; new claims; an existing claim; a new claim; reservations; the pharmacy; prescriptions; refills; returns; refunds; orders; new orders;
an existing order; order status; shipping; deliveries; a delivery; tracking; hours and directions; opening hours; office hours; our location;
a representative; an agent; an advisor; a specialist; a nurse; the doctor; a licensed agent; all other questions; all other inquiries;
anything else; everything else; other options; more options; a company directory; the directory; a dial by name directory; appointments;
cancellations; cancelling your service; repairs; service and repairs; an outage; internet service; television; mobile; wireless; phone service;
lost or stolen cards; a lost or stolen card; fraud; credit cards; debit cards; checking accounts; savings accounts; mortgages; loans; auto loans;
student loans; insurance; home insurance; auto insurance; life insurance; health insurance; benefits; eligibility; enrollment; membership;
rewards; gift cards; subscriptions; roadside assistance; flight information; baggage; lost baggage; check in; seat selection; hotels;
car rentals; warranty; parts; parts and service; the service department; the sales department; human resources; payroll; tax questions;
utilities; gas; water; electricity; power outages; moving; starting service; stopping service; transferring service; a new customer;
existing customers; new customers; business customers; residential customers; personal banking; business banking; online banking;
password reset; web support; the help desk; media inquiries; legal; security; maintenance; the manager; the automated system;
voice mail; your mailbox; the conference; the queue; patients; providers; pharmacies; veterans; emergencies; a live person
""".replace("\n", " ").split(";")

ACTIONS = """
speak with a representative; speak to a representative; speak to an agent; speak with an agent; talk to an agent; talk to someone;
speak to an operator; speak with someone; speak with a customer service representative; be connected; be transferred; stay on the line;
hear these options again; repeat these options; repeat this menu; repeat this message; listen to these options again; hear this again;
hear more options; return to the main menu; go back to the main menu; go back to the previous menu; go back; start over; leave a message;
leave a voice mail; leave a callback number; request a call back; receive a call back; keep your place in line; keep your place in the queue;
make a payment; pay your bill; pay by phone; pay a bill; check your balance; check the status of your order; check on an order;
check the status of a claim; file a claim; report a claim; report a problem; report an outage; report a lost card; report fraud;
activate a card; activate your card; activate your account; open an account; close your account; update your account; update your address;
change your address; change your password; reset your password; change your plan; upgrade your plan; add a line; cancel your service;
cancel an order; cancel your reservation; make a reservation; change a reservation; confirm a reservation; book a flight; make an appointment;
schedule an appointment; cancel an appointment; refill a prescription; order a refill; track a package; schedule a pickup; place an order;
return an item; request a refund; reach the operator; reach the front desk; reach a nurse; cancel; continue; exit; skip; hang up; confirm;
accept this call; decline this call; join the conference; enter the conference; leave the conference; mute yourself; listen to your messages;
hear your messages; play your messages; delete this message; save this message; forward this message; record your name; record your greeting;
record a message; record a new greeting; enter your account number; enter your card number; enter an extension; dial an extension;
enter your zip code; verify your identity; take a survey; take a short survey; hear our hours; hear our address; get directions;
continue in english; continue in spanish; hear your account balance; hear recent transactions; transfer funds; dispute a charge;
set up automatic payments; set up a payment plan; request a copy; order checks; stop a payment; find a location; find a store
""".replace("\n", " ").split(";")

SENTENCES = """
thank you for calling
thanks for calling
thank you for calling our customer service line
welcome to our automated phone system
hello and welcome
hello thank you for calling
good morning
good afternoon
good evening
for quality assurance this call may be recorded
this call may be recorded for quality purposes
this call may be monitored or recorded for quality and training purposes
your call may be recorded
please listen carefully as our menu options have changed
please listen carefully to the following options
please listen carefully because our options have recently changed
please choose from the following options
please select from the following options
please make your selection now
main menu
if you know your party's extension you may dial it at any time
if you know the extension of the person you are calling please dial it now
please enter the extension of the person you are trying to reach
please say or enter your account number
please enter your account number followed by the pound key
please enter your ten digit phone number followed by the pound key
please enter your phone number starting with the area code
please enter the last four digits of your social security number
please enter your date of birth using two digits for the month two digits for the day and four digits for the year
please enter your five digit zip code
please enter your card number followed by the hash key
please enter your pin
please enter your password followed by the pound key
please enter your member number now
when you are finished press the pound key
when finished press pound
then press the pound key
followed by the pound key
followed by the pound sign
followed by the hash key
in a few words please tell me why you are calling
please tell me in a few words how i can help you
you can say things like billing or technical support
you can say billing payments or more options
you can also press one
are you calling about the number you are calling from
say yes or press one
say no or press two
if this is correct press one
if this is not correct press two
to confirm press one to cancel press two
is that correct
i'm sorry i didn't get that
i'm sorry i did not understand your response
sorry i didn't hear anything
we did not receive your selection
we are having trouble understanding you
that is not a valid option please try again
that is an invalid selection
the number you entered is not valid
the option you have chosen is not available
please try again
let's try that again
please hold
please hold while i connect you
please hold while we connect your call
please hold while your call is being transferred
please wait while i transfer you
please wait while we connect you
please hold the line
please remain on the line
please stay on the line
please stay on the line and your call will be answered in the order it was received
please continue to hold
please continue to hold and the next available agent will be with you shortly
one moment please
just a moment
one moment please while i look that up
i am connecting you now
i will transfer you now
transferring your call
your call is being transferred
your call is very important to us
your call is important to us please stay on the line
we appreciate your patience
thank you for your patience
thank you for holding
thank you for continuing to hold
thank you for waiting
we apologize for the delay
we are sorry for the wait
we are currently experiencing high call volume
we are experiencing longer than normal wait times
due to high call volume your wait may be longer than usual
all of our representatives are currently busy
all of our agents are currently busy assisting other customers
all of our representatives are helping other customers at this time
all of our operators are busy at the moment
all agents are currently on other calls
all lines are currently busy
your call will be answered in the order it was received
your call will be answered by the next available representative
a representative will be with you shortly
an agent will be with you as soon as possible
someone will be with you in a moment
the next available agent will take your call
your estimated wait time is less than one minute
your estimated wait time is five minutes
your expected wait time is ten to fifteen minutes
the estimated hold time is
the approximate wait time is
you are number one in the queue
you are number three in line
you are next in line
you are currently caller number four in the queue
there are two callers ahead of you
there is one caller ahead of you
your position in the queue is five
your place in line is six
minutes
seconds
if you would like us to call you back press one
if you would prefer a call back press two
you will not lose your place in line
did you know that you can visit our website
visit our website for more information
many questions can be answered on our website
you can also manage your account online at any time
you can pay your bill online or with our mobile app
to speak with a live agent press zero
for all other inquiries please stay on the line
otherwise please stay on the line
or stay on the line
or stay on the line to speak with a representative
to hear this message again press nine
to repeat these options press star
to return to the main menu press star
if you need help press zero at any time
press any key to continue
press one now
press two now
our offices are currently closed
our office is closed at this time
you have reached us outside of our normal business hours
our business hours are monday through friday from eight a m to five p m
our hours are nine a m to six p m eastern time
we are open monday to friday from nine to five
please call back during normal business hours
please call again later
please call back tomorrow
if this is an emergency please hang up and dial nine one one
if this is a medical emergency hang up and call nine one one
the person you are calling is not available
the person you are trying to reach is not available right now
the party you are calling is on another line
nobody is available to take your call
no one is available to take your call right now
please leave a message after the tone
please leave your message after the beep
please leave your name and number after the tone
please record your message after the tone
at the tone please record your message
when you have finished recording you may hang up or press one for more options
record your message at the tone
the mailbox is full
this mailbox is full
this mailbox has not been set up yet
your message has been sent
your message has been saved
your message has been deleted
you have one new message
you have no new messages
you have two old messages
you have three new messages and one saved message
end of message
first message
next message
message received today at
welcome to your voice mail
please enter your mailbox number
please enter your pass code
the pass code you entered is incorrect
that password is not correct
too many attempts
goodbye
thank you goodbye
thank you for calling goodbye
have a nice day
have a great day
the number you have dialed is not in service
the number you have dialed has been changed
the number you dialed is not in service please check the number and dial again
your call cannot be completed as dialed
your call can not be completed at this time
the call could not be completed please try again later
the number is busy
the line is busy
the subscriber you have called is not available
the wireless customer you are calling is not available
the extension you dialed is not available
there is no answer at that extension
you are the only person in this conference
you are now in the conference
please enter your conference number followed by the pound key
please say your name after the tone
this conference is locked
you are now muted
you are no longer muted
someone has joined the conference
someone has left the conference
you have been disconnected
to accept the call press one
you have a call from
call from
do not disturb is now on
call forwarding is on
the feature is not available
your time is nearly up
this call will be disconnected
the current time is
today is monday
today is tuesday wednesday thursday friday saturday or sunday
january february march april may june july august september october november december
the call is being recorded
this call is now being recorded
para espanol oprima el numero dos
to continue in english press one
for english press one
for spanish press two
please speak after the tone
please say your account number
please say yes or no
how may i help you
what can i help you with today
what are you calling about
i can help you with that
let me get you to the right place
let me connect you with someone who can help
before i connect you i need to ask a few questions
so i can get you to the right place
okay
okay got it
great
alright
got it thanks
thank you
your payment is due
your current balance is
your last payment was received
your next bill is due
a payment of
dollars and cents
your order has shipped
your order was delivered
your claim is being reviewed
your appointment is on
your confirmation number is
your reference number is
please write down this number
to repeat this number press one
after this call you may be asked to take a short survey
we value your feedback
""".strip().split("\n")

THINGS = [thing.strip() for thing in THINGS]
ACTIONS = [action.strip() for action in ACTIONS]


def option(rd):
    key, thing, action = rd.choice(KEYS), rd.choice(THINGS), rd.choice(ACTIONS)
    press = rd.choice(["press", "press", "press", "dial", "enter", "say or press", "press or say", "please press", "you can press"])
    return rd.choice(
        [
            f"for {thing} {press} {key}",
            f"for {thing} {press} {key}",
            f"{press} {key} for {thing}",
            f"to {action} {press} {key}",
            f"to {action} {press} {key}",
            f"{press} {key} to {action}",
            f"if you would like to {action} {press} {key}",
            f"if you are calling about {thing} {press} {key}",
            f"if you want to {action} {press} {key}",
            f"if you wish to {action} {press} {key}",
            f"to reach {thing} {press} {key}",
            f"for questions about {thing} {press} {key}",
        ]
    )


def corpus(seed=1, options=6000):
    """Sentences as lists of words: what is said often stands often."""
    rd = random.Random(seed)
    said = [line.split() for line in SENTENCES for _ in range(8)]
    said += [option(rd).split() for _ in range(options)]
    said += [f"{option(rd)} {option(rd)}".split() for _ in range(options // 3)]
    said += [f"{rd.choice(SENTENCES)} {option(rd)}".split() for _ in range(options // 6)]
    said += [f"{rd.choice(SENTENCES)} {rd.choice(SENTENCES)}".split() for _ in range(options // 6)]
    said += [thing.split() for thing in THINGS]
    said += [action.split() for action in ACTIONS]
    said += [[rd.choice(DIGITS) for _ in range(rd.randint(2, 7))] for _ in range(300)]
    return said


def readings(seed=2, count=160):
    """What the voices read."""
    rd = random.Random(seed)
    lines = [line for line in SENTENCES if len(line.split()) >= 5]
    rd.shuffle(lines)
    return lines[: count // 2] + [option(rd) for _ in range(count - count // 2)]
