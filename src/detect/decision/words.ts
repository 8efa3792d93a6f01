/** What a transcript says for or against a person, in log-odds; fades within seconds. */
export interface Words {
  hear(at: number, text: string): void;
  logOdds(at: number): number;
  /** The phrase that counts now, for the reason. */
  phrase(at: number): string | undefined;
}

const lastsSeconds = 6;

/** Phrases of announcements and menus: scripted, hence recorded. Matched on lower-case text without punctuation. */
const scripted =
  /\b(press (one|two|three|four|five|six|seven|eight|nine|zero|star|pound|hash|\d)|all (of )?(our|the) (agents|representatives|advis[eo]rs|operators|lines)|your call (is important|will be answered|may be recorded)|next available|estimated wait|remain on the line|stay on the line|continue to hold|leave (a|your) message|after the (tone|beep)|menu options|office hours|visit our website|thank you for (holding|waiting|your patience)|number \w+ in (the|line)|drücken sie|alle mitarbeiter|bleiben sie|nächste freie|tapez|restez en ligne|nos conseillers|marque (uno|dos|tres|\d)|nuestros agentes|permanezca en)\b/;
/** What somebody says who has just picked up. */
const answering =
  /\b(how (can|may) i help|who am i speaking|am i speaking|can i (have|take|get) your|my name is|speaking how|are you there|can you hear me|anybody there|wie kann ich (ihnen )?helfen|mein name ist|en quoi puis je|puis je vous aider|en qué puedo ayudar|con quién hablo)\b/;

export function createWords(): Words {
  let heardAt = -lastsSeconds;
  let weight = 0;
  let matched: string | undefined;
  return {
    hear(at, text) {
      const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
      const found = scripted.exec(plain) ?? answering.exec(plain);
      if (!found) return;
      heardAt = at;
      matched = found[0];
      weight = scripted.test(plain) ? -4 : 1.5;
    },
    logOdds(at) {
      const age = at - heardAt;
      return age < 0 || age > lastsSeconds ? 0 : weight * (1 - age / lastsSeconds);
    },
    phrase(at) {
      return at - heardAt <= lastsSeconds ? matched : undefined;
    },
  };
}
