import {
  companies,
  furtherCompanies,
  lastCompanies,
  moreCompanies,
  unheardCompanies,
} from './companies/sets.ts';
import type { SpokenCompany } from './companies/spoken-company.ts';
import type { Errand } from './errands.ts';

type CompanyErrands<Name extends string> = Readonly<Record<Name, readonly Omit<Errand, 'number'>[]>>;

/** Owners' words, and the queues that are right for them, both written before any call was made. */
const errandsOf: CompanyErrands<keyof typeof companies> = {
  bank: [
    {
      intent: 'my debit card was stolen and I need a replacement',
      right: /^bank-debit-(replacement|operator)$/,
    },
    { intent: 'there is a transaction on my account that I do not recognize', right: /^bank-unknown-/ },
    {
      intent: 'question about the escrow account of my mortgage',
      right: /^bank-(escrow|mortgage-operator)$/,
    },
    { intent: 'mobile check deposit does not work', right: /^bank-deposit$/ },
    { intent: 'I am locked out of online banking', right: /^bank-locked$/ },
    { intent: 'make a complaint about a teller', right: /^bank-operator$/ },
  ],
  airline: [
    {
      intent: 'my suitcase did not arrive, I have not filed a report',
      right: /^airline-missing-(new|operator)$/,
    },
    { intent: 'cancel my flight', right: /^airline-cancel(-operator)?$/ },
    { intent: 'request a wheelchair for my flight', right: /^airline-assistance$/ },
    {
      intent: 'the miles for my last trip are missing from my frequent flyer account',
      right: /^airline-credit$/,
    },
    { intent: 'I left my tablet on the aircraft', right: /^airline-found$/ },
    { intent: 'ask for the status of my refund', right: /^airline-(refund-status|cancel-operator)$/ },
  ],
  insurer: [
    { intent: 'report a car accident', right: /^insurer-accident$/ },
    {
      intent: 'ask about the status of my claim',
      facts: [{ label: 'claim number', value: '1042 8841' }],
      right: /^insurer-claim-status$/,
    },
    { intent: 'report water damage in my home', right: /^insurer-home$/ },
    { intent: 'add my daughter as a driver to my policy', right: /^insurer-driver$/ },
    { intent: 'get new insurance ID cards', right: /^insurer-proof$/ },
    { intent: 'cancel my policy', right: /^insurer-cancel$/ },
    { intent: 'question about a charge on my bill', right: /^insurer-charge$/ },
  ],
  internet: [
    {
      intent: 'my internet connection is very slow',
      facts: [{ label: 'phone number', value: '720 555 0142' }],
      right: /^internet-slow$/,
    },
    { intent: 'help with my remote control', right: /^internet-remote$/ },
    {
      intent: 'the remote control of my television is broken',
      facts: [{ label: 'phone number', value: '720 555 0142' }],
      right: /^internet-remote$/,
    },
    {
      intent: 'we are moving to a new apartment',
      facts: [{ label: 'phone number', value: '720 555 0142' }],
      right: /^internet-moving$/,
    },
    {
      intent: 'dispute a late fee on my bill',
      facts: [{ label: 'phone number', value: '720 555 0142' }],
      right: /^internet-(dispute|billing-operator)$/,
    },
    {
      intent: 'change my wireless password',
      facts: [{ label: 'phone number', value: '720 555 0142' }],
      right: /^internet-wireless$/,
    },
  ],
  pharmacy: [
    { intent: 'schedule a flu shot', right: /^pharmacy-flu$/ },
    { intent: 'ask the pharmacist about side effects of my medicine', right: /^pharmacy-operator$/ },
    { intent: 'transfer my prescription from another pharmacy', right: /^pharmacy-transfer$/ },
    { intent: 'are my photos ready', right: /^pharmacy-photo$/ },
    {
      intent: 'refill my prescription',
      facts: [{ label: 'prescription number', value: '7710342' }],
      right: /^pharmacy-refill(-operator)?$/,
    },
  ],
  utility: [
    { intent: 'the power is out in our street', right: /^utility-outage$/ },
    { intent: 'stop the electricity at my old apartment', right: /^utility-stop$/ },
    { intent: 'I need more time to pay my bill', right: /^utility-(extension|billing-operator)$/ },
    { intent: 'a street light is out', right: /^utility-light$/ },
    { intent: 'my electric bill is too high', right: /^utility-high$/ },
    { intent: 'rebate for a heat pump', right: /^utility-rebate$/ },
  ],
  clinic: [
    { intent: 'make an appointment in pediatrics for my son', right: /^clinic-pediatrics$/ },
    { intent: 'get a copy of my medical records', right: /^clinic-copy$/ },
    { intent: 'ask for my lab results', right: /^clinic-results$/ },
    { intent: 'cancel my appointment on Friday', right: /^clinic-change$/ },
    { intent: 'speak with a nurse about a fever', right: /^clinic-nurse$/ },
    { intent: 'a question about the bill that my insurance did not pay', right: /^clinic-billing$/ },
  ],
};

const furtherErrandsOf: CompanyErrands<keyof typeof furtherCompanies> = {
  card: [
    { intent: 'activate my new card', right: /^card-activate$/ },
    { intent: 'there are charges on my card that I did not make', right: /^card-fraud$/ },
    { intent: 'dispute a charge, the merchant never sent the goods', right: /^card-dispute-new$/ },
    { intent: 'increase my credit limit', right: /^card-(limit|operator)$/ },
    { intent: 'redeem my points', right: /^card-redeem$/ },
    { intent: 'I want to close my account', right: /^card-(close|operator)$/ },
  ],
  mobile: [
    { intent: 'I do not understand the charges on my bill', right: /^mobile-charges$/ },
    { intent: 'my calls keep dropping', right: /^mobile-calls$/ },
    { intent: 'add international roaming to my plan', right: /^mobile-roaming$/ },
    { intent: 'my phone was stolen', right: /^mobile-lost$/ },
    { intent: 'the screen of my phone is broken', right: /^mobile-repair$/ },
    { intent: 'cancel one of my lines', right: /^mobile-cancel$/ },
  ],
  parcel: [
    {
      intent: 'where is my package',
      facts: [{ label: 'tracking number', value: '7712 3390 1142' }],
      right: /^parcel-tracked$/,
    },
    { intent: 'my package was damaged, I want to file a claim', right: /^parcel-claim-new$/ },
    { intent: 'change the delivery address of my package', right: /^parcel-change$/ },
    { intent: 'schedule a pickup for tomorrow', right: /^parcel-pickup-later$/ },
    { intent: 'cancel a pickup', right: /^parcel-pickup-cancel$/ },
    { intent: 'ask about an invoice', right: /^parcel-billing$/ },
  ],
  health: [
    { intent: 'appeal a denied claim', right: /^health-appeal$/ },
    { intent: 'find a dermatologist in the network', right: /^health-find$/ },
    { intent: 'is a dental crown covered', right: /^health-dental$/ },
    { intent: 'I need a new member ID card', right: /^health-card$/ },
    { intent: 'ask how much of my deductible is left', right: /^health-(deductible|operator)$/ },
    { intent: 'I got a bill from my doctor that I do not understand', right: /^health-bill$/ },
  ],
  hotel: [
    { intent: 'cancel my reservation', right: /^hotel-cancel$/ },
    { intent: 'I was charged twice for my stay last month', right: /^hotel-charge$/ },
    { intent: 'ask for a late check out', right: /^hotel-(late|desk-operator)$/ },
    { intent: 'I left my jacket in the room', right: /^hotel-(found|operator)$/ },
    { intent: 'points are missing from my rewards account', right: /^hotel-missing$/ },
    { intent: 'book rooms for a wedding', right: /^hotel-groups$/ },
  ],
  licences: [
    { intent: 'renew my driver license', right: /^licences-renew$/ },
    { intent: 'replace my lost driver license', right: /^licences-replace$/ },
    { intent: 'I sold my car', right: /^licences-sold$/ },
    { intent: 'cancel my appointment', right: /^licences-appointment-change$/ },
    { intent: 'ask about a traffic ticket', right: /^licences-tickets$/ },
    { intent: 'renew the registration of my car', right: /^licences-registration$/ },
  ],
};

const lastErrandsOf: CompanyErrands<keyof typeof lastCompanies> = {
  rental: [
    { intent: 'my rental car has a flat tire', right: /^rental-(tire|operator)$/ },
    { intent: 'cancel my reservation', right: /^rental-cancel$/ },
    { intent: 'I need the receipt of my last rental', right: /^rental-receipt$/ },
    { intent: 'keep the car two days longer, extend the rental', right: /^rental-extend$/ },
    { intent: 'I forgot my sunglasses in the car', right: /^rental-(found|operator)$/ },
    { intent: 'question about a toll', right: /^rental-toll$/ },
  ],
  maker: [
    { intent: 'schedule a repair of my dishwasher', right: /^maker-dishwasher$/ },
    { intent: 'order a new water filter', right: /^maker-filters$/ },
    { intent: 'is my oven still under warranty', right: /^maker-warranty$/ },
    { intent: 'ask when the technician comes for the scheduled repair', right: /^maker-repair-status$/ },
    { intent: 'return a part that does not fit', right: /^maker-return$/ },
    { intent: 'my dryer is broken', right: /^maker-(washer|operator|repair-operator)$/ },
  ],
  retirement: [
    { intent: 'take a loan from my 401k', right: /^retirement-loan$/ },
    { intent: 'change the beneficiary of my retirement plan', right: /^retirement-beneficiary$/ },
    { intent: 'my father died and had an account with you', right: /^retirement-(death|operator)$/ },
    { intent: 'I cannot sign in to the web site', right: /^retirement-login$/ },
    { intent: 'open a brokerage account', right: /^retirement-open$/ },
    { intent: 'my tax form is wrong', right: /^retirement-form-wrong$/ },
  ],
  city: [
    { intent: 'our trash was not picked up', right: /^city-missed$/ },
    { intent: 'report a pothole', right: /^city-pothole$/ },
    { intent: 'contest a parking ticket', right: /^city-contest$/ },
    { intent: 'my water bill is higher than usual', right: /^city-high$/ },
    { intent: 'complain about a noisy neighbor', right: /^city-noise$/ },
    { intent: 'ask for a residential parking permit', right: /^city-permit$/ },
  ],
};

const moreErrandsOf: CompanyErrands<keyof typeof moreCompanies> = {
  hospital: [
    { intent: 'set up a payment plan for my hospital bill', right: /^hospital-(plan|billing-operator)$/ },
    { intent: 'get an itemized statement', right: /^hospital-(statement|billing-operator)$/ },
    { intent: 'schedule an MRI scan', right: /^hospital-scan$/ },
    { intent: 'get a copy of my medical records', right: /^hospital-records$/ },
    { intent: 'what are the visiting hours', right: /^hospital-hours$/ },
  ],
  gym: [
    { intent: 'cancel my membership', right: /^gym-cancel$/ },
    { intent: 'freeze my membership for two months', right: /^gym-freeze$/ },
    { intent: 'I was charged a wrong monthly fee', right: /^gym-fee$/ },
    { intent: 'ask about personal training', right: /^gym-training$/ },
    { intent: 'I want to become a member', right: /^gym-join$/ },
  ],
  county: [
    { intent: 'get a copy of my property tax bill', right: /^county-copy$/ },
    { intent: 'the value of my property is too high', right: /^county-value$/ },
    { intent: 'renew my business license', right: /^county-renew$/ },
    { intent: 'ask about a marriage license', right: /^county-marriage$/ },
    { intent: 'I need a license for my dog', right: /^county-dog$/ },
  ],
  trains: [
    { intent: 'my train was cancelled', right: /^trains-late$/ },
    { intent: 'get a refund for my ticket', right: /^trains-refund$/ },
    { intent: 'I left my umbrella on the train', right: /^trains-(found|operator)$/ },
    { intent: 'buy a monthly pass', right: /^trains-monthly$/ },
    { intent: 'complain about a conductor', right: /^trains-complaint$/ },
  ],
};

const unheardErrandsOf: CompanyErrands<keyof typeof unheardCompanies> = {
  union: [
    { intent: 'apply for a car loan', right: /^union-apply$/ },
    { intent: 'stop payment on a check', right: /^union-stop$/ },
    { intent: 'my debit card is lost', right: /^union-lost$/ },
    { intent: 'ask whether my loan application was approved', right: /^union-application$/ },
    { intent: 'order new checks', right: /^union-checks$/ },
  ],
  electronics: [
    { intent: 'return a camera that I bought online', right: /^electronics-return$/ },
    { intent: 'where is my online order', right: /^electronics-track$/ },
    { intent: 'reschedule my installation appointment', right: /^electronics-install-change$/ },
    { intent: 'repair the cracked screen of my tablet', right: /^electronics-computer$/ },
    { intent: 'my gift card does not work', right: /^electronics-gift$/ },
  ],
  animals: [
    { intent: 'make an appointment for a vaccination of my dog', right: /^animals-appointment$/ },
    { intent: 'order more food for my cat', right: /^animals-food$/ },
    { intent: 'book boarding for my dog', right: /^animals-boarding$/ },
    { intent: 'how is my cat doing, she is staying with you', right: /^animals-staying$/ },
    { intent: 'refill the medication of my dog', right: /^animals-medication$/ },
  ],
  newspaper: [
    { intent: 'cancel my subscription', right: /^newspaper-cancel$/ },
    { intent: 'my paper was not delivered this morning', right: /^newspaper-(missed|operator)$/ },
    { intent: 'stop delivery during our vacation', right: /^newspaper-vacation$/ },
    { intent: 'place an obituary', right: /^newspaper-obituary$/ },
    { intent: 'update my credit card', right: /^newspaper-card$/ },
  ],
};

/** Each with a number of its company's. */
function errandsTo<Name extends string>(
  all: Readonly<Record<Name, SpokenCompany>>,
  errands: CompanyErrands<Name>,
): Errand[] {
  return (Object.keys(all) as Name[]).flatMap((name) =>
    errands[name].map((errand, index) => ({
      ...errand,
      number: `+${all[name].prefix}1${String(index).padStart(2, '0')}`,
    })),
  );
}

export const companyErrands: readonly Errand[] = errandsTo(companies, errandsOf);
export const furtherErrands: readonly Errand[] = errandsTo(furtherCompanies, furtherErrandsOf);
export const lastErrands: readonly Errand[] = [
  ...errandsTo(lastCompanies, lastErrandsOf),
  ...errandsTo(moreCompanies, moreErrandsOf),
];
/** No rule may be changed because of them. */
export const unheardErrands: readonly Errand[] = errandsTo(unheardCompanies, unheardErrandsOf);
