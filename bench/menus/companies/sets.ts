import { airline } from './airline.ts';
import { animals } from './animals.ts';
import { bank } from './bank.ts';
import { card } from './card.ts';
import { city } from './city.ts';
import { clinic } from './clinic.ts';
import { county } from './county.ts';
import { electronics } from './electronics.ts';
import { gym } from './gym.ts';
import { health } from './health.ts';
import { hospital } from './hospital.ts';
import { hotel } from './hotel.ts';
import { insurer } from './insurer.ts';
import { internet } from './internet.ts';
import { licences } from './licences.ts';
import { maker } from './maker.ts';
import { mobile } from './mobile.ts';
import { newspaper } from './newspaper.ts';
import { parcel } from './parcel.ts';
import { pharmacy } from './pharmacy.ts';
import { rental } from './rental.ts';
import { retirement } from './retirement.ts';
import { trains } from './trains.ts';
import { union } from './union.ts';
import { utility } from './utility.ts';

export const companies = { bank, airline, insurer, internet, pharmacy, utility, clinic } as const;
/** Written after the rules had been corrected with the first ones. */
export const furtherCompanies = { card, mobile, parcel, health, hotel, licences } as const;
/** Written after they had been corrected with those; they were corrected with these too. */
export const lastCompanies = { rental, maker, retirement, city } as const;
/** Written after that; the rules were corrected with these too. */
export const moreCompanies = { hospital, gym, county, trains } as const;
/** Written last: no rule was changed because of them. */
export const unheardCompanies = { union, electronics, animals, newspaper } as const;
