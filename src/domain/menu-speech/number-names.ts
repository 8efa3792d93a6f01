/** The words for the numbers in queue positions and waiting times: 0 to 999, per language, folded. */

type Names = ReadonlyMap<string, number>;

function named(units: readonly string[], tens: readonly (readonly [string, number])[], join: Join): Names {
  const names = new Map<string, number>(units.map((name, value) => [name, value]));
  for (const [ten, value] of tens) {
    names.set(ten, value);
    for (let unit = 1; unit <= 9; unit++)
      for (const name of join(ten, units[unit] ?? '', unit)) names.set(name, value + unit);
  }
  return names;
}

type Join = (ten: string, unit: string, value: number) => string[];

/** Adds the hundreds. @param nameOf the ways to say a number of hundreds @param joints between them and the rest */
function withHundreds(
  names: Names,
  nameOf: (unit: string, count: number) => string[],
  joints: string[],
): Names {
  const all = new Map(names);
  const units = [...names].filter(([, value]) => value >= 1 && value <= 9);
  for (const [unit, count] of units)
    for (const hundred of nameOf(unit, count)) {
      all.set(hundred, count * 100);
      for (const [name, value] of names)
        if (value > 0) for (const joint of joints) all.set(`${hundred}${joint}${name}`, count * 100 + value);
    }
  return all;
}

export const englishUpTo99: Names = named(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  ),
  [
    ['twenty', 20],
    ['thirty', 30],
    ['forty', 40],
    ['fifty', 50],
    ['sixty', 60],
    ['seventy', 70],
    ['eighty', 80],
    ['ninety', 90],
  ],
  (ten, unit) => [`${ten} ${unit}`],
);

export const englishNames: Names = withHundreds(
  englishUpTo99,
  (unit, count) => [`${unit} hundred`, ...(count === 1 ? ['a hundred'] : [])],
  [' ', ' and '],
);

/** "Twenty FIRST" has the ending of "twenty ONE". */
export const englishOrdinals: ReadonlyMap<string, string> = new Map(
  [...englishUpTo99.keys()]
    .filter((name) => !name.includes(' ') && name !== 'zero')
    .map((name) => [ordinalOf(name), name]),
);

function ordinalOf(name: string): string {
  const odd: Readonly<Record<string, string>> = {
    ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth' },
    twelve: 'twelfth',
  };
  return odd[name] ?? `${name.replace(/y$/, 'ie')}th`;
}

const germanUpTo99: Names = new Map([
  ...named(
    'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'.split(
      ' ',
    ),
    [
      ['zwanzig', 20],
      ['dreissig', 30],
      ['vierzig', 40],
      ['funfzig', 50],
      ['sechzig', 60],
      ['siebzig', 70],
      ['achtzig', 80],
      ['neunzig', 90],
    ],
    (ten, unit, value) => {
      const first = value === 1 ? 'ein' : unit;
      return [`${first}und${ten}`, `${first} und ${ten}`];
    },
  ),
  ['ein', 1],
  ['eine', 1],
  ['einer', 1],
  ['zwo', 2],
]);

export const germanNames: Names = withHundreds(
  germanUpTo99,
  (unit, count) => (count > 1 ? [`${unit}hundert`] : unit === 'ein' ? ['hundert', 'einhundert'] : []),
  ['', 'und', ' ', ' und '],
);

const spanishUpTo99: Names = new Map([
  ...named(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'.split(
      ' ',
    ),
    [
      ['veinte', 20],
      ['treinta', 30],
      ['cuarenta', 40],
      ['cincuenta', 50],
      ['sesenta', 60],
      ['setenta', 70],
      ['ochenta', 80],
      ['noventa', 90],
    ],
    (ten, unit) => (ten === 'veinte' ? [`veinti${unit}`] : [`${ten} y ${unit}`]),
  ),
  ['un', 1],
  ['una', 1],
]);

export const spanishNames: Names = withHundreds(
  spanishUpTo99,
  (unit, count) => {
    if (count === 1) return ['cien', 'ciento'];
    const odd: Readonly<Record<number, string>> = { 5: 'quinientos', 7: 'setecientos', 9: 'novecientos' };
    return [odd[count] ?? `${unit}cientos`];
  },
  [' '],
);

export const frenchNames: Names = withHundreds(
  frenchUpTo99(),
  (unit, count) => (count === 1 ? ['cent'] : [`${unit} cent`, `${unit} cents`]),
  [' '],
);

function frenchUpTo99(): Names {
  const units =
    'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(
      ' ',
    );
  const teens = [...units, 'dix sept', 'dix huit', 'dix neuf'];
  const names = new Map(teens.map((name, value) => [name, value]));
  const add = (ten: string, value: number, until: number): void => {
    names.set(ten, value);
    for (let rest = 1; rest <= until; rest++) {
      names.set(`${ten} ${teens[rest] ?? ''}`, value + rest);
      if (rest === 1 || rest === 11) names.set(`${ten} et ${teens[rest] ?? ''}`, value + rest);
    }
  };
  add('vingt', 20, 9);
  add('trente', 30, 9);
  add('quarante', 40, 9);
  add('cinquante', 50, 9);
  add('soixante', 60, 19);
  add('quatre vingt', 80, 19);
  names.set('quatre vingts', 80);
  names.set('une', 1);
  return names;
}

const longestName = 5;

/** The folded words with every number in digits. */
export function inDigits(words: readonly string[], names: Names): string {
  const out: string[] = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(longestName, words.length - at);
    while (length > 0 && !names.has(words.slice(at, at + length).join(' '))) length--;
    if (length === 0) out.push(words[at++] ?? '');
    else {
      out.push(String(names.get(words.slice(at, at + length).join(' '))));
      at += length;
    }
  }
  return out.join(' ');
}
