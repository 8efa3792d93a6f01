import type { PromptCompany } from '../companies/spoken-company.ts';
import type { Errand } from '../errands.ts';
import { agentline } from './agentline.ts';
import { awesome } from './awesome.ts';
import { barbershop } from './barbershop.ts';
import { bluewire } from './bluewire.ts';
import { callcard } from './callcard.ts';
import { callroom } from './callroom.ts';
import { cardline } from './cardline.ts';
import { clubhouse } from './clubhouse.ts';
import { deskline } from './deskline.ts';
import { morePromptErrands, plainErrands, promptErrands } from './errands.ts';
import { eighthPromptErrands } from './eighth-errands.ts';
import { farwell } from './farwell.ts';
import { fernclinic } from './fernclinic.ts';
import { fifthPromptErrands } from './fifth-errands.ts';
import { promptCompanies } from './first-three.ts';
import { fourthPromptErrands } from './fourth-errands.ts';
import { gathering } from './gathering.ts';
import { homeline } from './homeline.ts';
import { homeset } from './homeset.ts';
import { inn } from './inn.ts';
import { larkline } from './larkline.ts';
import { lines } from './lines.ts';
import { meeting } from './meeting.ts';
import { ninthPromptErrands } from './ninth-errands.ts';
import { parkclub } from './parkclub.ts';
import { pennybank } from './pennybank.ts';
import { postbox } from './postbox.ts';
import { radiocorner } from './radiocorner.ts';
import { reachme } from './reachme.ts';
import { scribe } from './scribe.ts';
import { morePromptCompanies } from './second-three.ts';
import { seventhPromptErrands } from './seventh-errands.ts';
import { sixthPromptErrands } from './sixth-errands.ts';
import { superawesome } from './superawesome.ts';
import { tenthPromptErrands } from './tenth-errands.ts';
import { thirdPromptErrands } from './third-errands.ts';
import { townline } from './townline.ts';
import { voicebox } from './voicebox.ts';
import { workwear } from './workwear.ts';

interface PromptSet {
  about: string;
  companies: Readonly<Record<string, PromptCompany>>;
  errands: readonly Errand[];
}

/** Errands to companies whose menus Asterisk's own prompts speak. */
export const promptSets = {
  unseen: {
    about:
      "unseen: to three more of Asterisk's prompts, in plain words, by somebody who had not seen the rules",
    companies: morePromptCompanies,
    errands: morePromptErrands,
  },
  prompts: {
    about:
      "prompts: to three companies of Asterisk's prompts, written by somebody who had not seen the rules",
    companies: promptCompanies,
    errands: promptErrands,
  },
  plain: {
    about: 'plain: to the same three, in plain words, written before the first try',
    companies: promptCompanies,
    errands: plainErrands,
  },
  third: {
    about: 'third: to three more; the rules were corrected after they were first heard from files',
    companies: { cardline, clubhouse, reachme },
    errands: thirdPromptErrands,
  },
  fourth: {
    about: 'fourth: to five more; the rules were corrected after they were first heard from files',
    companies: { bluewire, voicebox, meeting, superawesome, callcard },
    errands: fourthPromptErrands,
  },
  fifth: {
    about: 'fifth: to four more; the rules were corrected after they were first walked by text',
    companies: { lines, awesome, postbox, gathering },
    errands: fifthPromptErrands,
  },
  sixth: {
    about: 'sixth: to four more, written by somebody who had not seen the rules',
    companies: { inn, agentline, scribe, townline },
    errands: sixthPromptErrands,
  },
  seventh: {
    about: 'seventh: to three more, in plain words, by somebody who had not seen the rules',
    companies: { radiocorner, homeset, barbershop },
    errands: seventhPromptErrands,
  },
  eighth: {
    about: 'eighth: to three more, in plain words, by somebody who had not seen the rules',
    companies: { parkclub, pennybank, farwell },
    errands: eighthPromptErrands,
  },
  ninth: {
    about: 'ninth: to three more, in plain words, by somebody who had not seen the rules',
    companies: { fernclinic, workwear, larkline },
    errands: ninthPromptErrands,
  },
  tenth: {
    about: 'tenth: to three more, in plain words, written before the first try',
    companies: { homeline, callroom, deskline },
    errands: tenthPromptErrands,
  },
} as const satisfies Record<string, PromptSet>;
