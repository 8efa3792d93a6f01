/**
 * Ranges used by fraud, blocked unless the owner sets a different list (ITU-T E.164 assigned codes; national plans of the countries named).
 * Most are also of a blocked type, but a list works even if the numbering plans here are outdated.
 */
export const defaultBlockedPrefixes: readonly string[] = [
  '+1900', // NANP premium rate
  '+979', // international premium rate
  '+870', // satellite networks
  '+881',
  '+882', // international networks, satellite among them
  '+883',
  '+449', // UK 09 and 087x
  '+44871',
  '+44872',
  '+44873',
  '+49900', // Germany; 032 is not charged as a fixed line, though libphonenumber takes it for one
  '+4932',
  '+43900', // Austria
  '+43930',
  '+41900', // Switzerland
  '+41901',
  '+41906',
  '+3389', // France
  '+34803', // Spain
  '+34806',
  '+34807',
  '+34905',
  '+39899', // Italy
  '+39892',
  '+31900', // Netherlands
  '+31906',
  '+31909',
  '+3290', // Belgium
  '+61190', // Australia
];

/** Universal access numbers whose price the plan ties to that of a geographic number; companies use them. */
export const geographicRatePrefixes: readonly string[] = [
  '+443', // UK 03 (Ofcom, National Telephone Numbering Plan, part A)
  '+3188', // Netherlands 088
  '+33806', // France, "numéros banalisés" (Arcep, plan national de numérotation)
  '+33807',
  '+33808',
  '+33809',
];
