/** Banks, insurers and offices that take or give money; the notation is that of `matters.ts`. */
export const money = `
[bank]
account balances and recent transactions / your checking or savings account / hear your balance | how much money do I have in checking; has my paycheck been deposited; I want to know if a check cleared; what is this withdrawal from yesterday
report a lost or stolen card / your card has been lost or stolen / a missing debit card | I can't find my debit card; my purse was snatched with all my cards; I left my card in a restaurant; block my card
report fraud or suspicious activity / you do not recognize a transaction / you are a victim of a scam | there are purchases I never made; somebody is using my account; I got a strange text about a transfer; I was tricked into sending money; a person who said he was from the bank took my savings
activate a card / a new or replacement card | my new card came in the mail and I have to turn it on; the chip of my card is worn out, send another; my card expired
dispute a charge / a purchase you disagree with | the shop charged me two times; I never got what I paid for and want the money back; the merchant won't refund me; wrong amount taken from my card
online and mobile banking / help with our app or web site / digital services | I can't get into the app; the website says my password is wrong; my phone deposit was rejected; I do not get the security code
wire transfers and payments / send money to another bank | send money abroad; my wire has not arrived; set up a payment to my landlord
stop a payment / cancel a check | I wrote a check to the wrong person, don't pay it; stop a check
order checks / a new check book | I am out of checks; I need more checks
set up or cancel a direct debit or standing order / recurring payments | they keep taking money out every month; start paying my rent automatically from my account
open a new account / become a customer | I want to start a savings account; get an account for my teenager; what do I need to open checking
close an account / leave the bank | shut down my account; I am going to another bank, close everything
mortgages and home loans / home lending | we want to buy a house and need financing; question on my house payment; refinance my home
you are having trouble making payments / hardship assistance / worried about money | I can't make my payment this month; I was laid off and fall behind; I am drowning in debt
escrow, taxes and insurance | why did my escrow go up; you didn't pay my property tax
payoff amount | how much to pay off everything; I sold the house and need the final balance
your interest rate or your term ends / renew your rate / rates | what are your interest rates; my introductory rate is about to run out; can I get a lower rate; my loan term is nearly over
personal and auto loans / apply for a loan / borrowing | I want to borrow money for a car; I need ten thousand to fix my roof
the status of an application / you already applied | have you approved my loan; I applied last week and heard nothing
overdraft / fees on your account | I was charged because my account went negative; let me go below zero for a few days; why do you charge a monthly fee
report a death / bereavement / estate services / someone has died | my dad passed away and had an account; I am the executor of my aunt's estate; my husband is deceased
branch and ATM locations and hours | where is the nearest branch; are you open on Saturday; find a cash machine
investments and retirement | I want to buy stocks; talk about my IRA
business banking / merchants | I run a shop and need a card terminal; account for my company
travel notice / you are going abroad | I am flying to Mexico and will use my card there; tell you that I travel

[credit card]
your balance and payment due date | how much do I owe on the card; when is my payment due
make a payment / pay your bill | pay my card; make a payment on my account
increase your credit limit / credit line | I need more credit; raise my limit
rewards / redeem points or cash back | what can I get for my points; use my cash back; my miles are missing
add an authorized user | put my wife on my card; a second card for my son
late fees and interest / a question about a fee | why was I charged interest; take the late fee off
close your card account | I don't want this card any longer; cancel my card
balance transfers and offers | move my debt from another card; offer I got in the mail
your application for a card | was I approved for the card; why was I declined

[insurer]
report an accident or file a new claim / start a claim / make a claim | I crashed my car; a tree fell on my roof; someone rear ended me; my windshield is cracked; my bike was stolen out of the garage; I hit a deer
an existing claim / check on a claim / how your claim is coming along | has the adjuster looked at my case; when do I get paid for my accident; I sent the pictures a week ago, what now; what is going on with my case
disagree with a decision / appeal a denied claim / unhappy with the amount | you paid too little; you turned down my claim; that is not what my car was worth
roadside assistance / towing | my car broke down; I have a flat tire; I locked my keys in the car; battery dead
make changes to your policy / update your policy / manage your policy | put another driver on my insurance; take my old car off; I bought a new car; change my address; my son got his license; remove my ex from the policy
a quote / buy a policy / new customers | how much would it cost to insure my car; I need coverage for my apartment; thinking of coming to you
billing and payments / a question about your premium | why is my premium higher; I paid already but got a reminder; change my payment date
proof of insurance / ID cards / policy documents | I need a certificate for my landlord; send my insurance card; print my policy
what is covered / coverage questions | does my policy pay for hail; am I covered in a rental car; is the basement included
cancel your policy / thinking of leaving | I sold the car, end the insurance; I found something cheaper
renewal / your renewal price | my policy runs out next month; the price for next year is too high
agents and brokers / you are an agent | I am a broker with a client; calling from an agency
speak to your adjuster | talk to the person handling my claim

[health plan]
find a doctor or a facility / providers in the network | which dentists take my plan; I need a specialist near me; is my doctor in network
what is covered / benefits and eligibility | will you pay for physical therapy; how much is my copay; do I have to pay for the shot; how much of my deductible is left
claims and explanation of benefits | why was my surgery not paid; I got a bill from the hospital that you should cover; send in a receipt
appeals and grievances / disagree with a decision | you denied my treatment; I want to complain about how I was treated
ID cards | I need a new card; my card has the wrong name
prior authorization / referrals | did you approve my scan; my doctor wants me to have surgery and needs permission
prescription benefits / drug coverage | is my medicine covered; my drugs cost too much
enroll or change plans / add a family member | we had a baby and want to add her; sign up for coverage; switch to another plan
premium bill / payments | pay my premium; why did my premium change
nurse line / a medical question | my child has a rash; I feel dizzy

[investments]
loans and withdrawals / take money out / distributions | I need to get at my 401k money; hardship withdrawal; cash out
beneficiaries / update your beneficiary | who gets my account when I die; put my new wife down
buy or sell / trade | sell my shares; place a trade
rollovers and transfers | move my old employer's plan; bring over an account from another broker
tax forms / statements and documents | I have not gotten my tax form; send me a statement
login and password / web site help | locked out of the web site; two step code does not come
contributions / change how much you save | put in more from each paycheck; stop my deductions
retiring / start your pension | I am going to retire in June; what will my pension be
address and personal information | I moved; correct my name

[revenue office]
the status of your refund / find out where your refund is | when do I get my tax refund; my refund has not come; have you processed my return
you owe / payment plans / make a payment / installments | I can't pay my taxes at once; set up monthly payments; pay what I owe
a letter or notice you received / verify your identity | I got a letter and don't know what it means; you ask me to prove my identity
correct or amend a return | I forgot to put income on my return; my return has an error
copies of returns and transcripts | I need last year's return for the bank; get a tax transcript
forms and publications | send me a form; where do I get the paper forms
business taxes / sales tax / withholding | register my company for sales tax; payroll tax question; I closed my shop
property tax / your assessment / exemptions | my house is valued too high; homestead exemption; senior discount on property tax
liens, levies and collections | you took money from my paycheck; there is a lien on my house
help filing your return | which form do I file; can I get an extension to file

[student loans]
repayment plans / lower your payment | my payment is too high for my income; switch to income based payments
deferment or forbearance / postpone payments | I am back in school; I have no job, pause my payments
forgiveness and discharge | I am a teacher, can it be forgiven; I have become disabled
consolidation | put my loans together

[credit bureau]
dispute an error on your report | there is a loan on my report that isn't mine; they say I paid late but I didn't
freeze or unfreeze your credit / fraud alert | somebody stole my identity; lift the freeze so I can get a car loan
get your report or your score | what is my credit score; send me my report
`;
