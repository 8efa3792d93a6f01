import type { Errand } from '../errands.ts';

export const eighthPromptErrands: readonly Errand[] = [
  {
    number: '+16555550100',
    intent: 'Book a round of golf tomorrow at eight in the morning',
    right: /^parkclub-golf-tomorrow-eight$/,
  },
  {
    number: '+16555550101',
    intent: 'I want to play golf this afternoon at three',
    right: /^parkclub-golf-today-three$/,
  },
  { number: '+16555550102', intent: 'Reserve the golf course for Sunday', right: /^parkclub-golf-sunday$/ },
  { number: '+16555550103', intent: 'Call off the golf game I booked', right: /^parkclub-golf-cancelled$/ },
  {
    number: '+16555550104',
    intent: "Sign us up for tango on Friday at eight o'clock",
    right: /^parkclub-tango-friday-eight$/,
  },
  {
    number: '+16555550105',
    intent: 'Join the dance evening on Monday at six',
    right: /^parkclub-tango-monday-six$/,
  },
  {
    number: '+16555550106',
    intent: 'Dance tango with a group of twenty friends',
    right: /^parkclub-tango-friends-twenty$/,
  },
  {
    number: '+16555550107',
    intent: 'Order a bottle of old whiskey for ninety dollars',
    right: /^parkclub-whiskey-old-ninety$/,
  },
  {
    number: '+16555550108',
    intent: 'Until when are you open in December?',
    right: /^parkclub-hours-winter$/,
  },
  { number: '+16555550109', intent: 'What is the address of the club?', right: /^parkclub-location$/ },
  {
    number: '+16755550100',
    intent: 'Send money to my sister tomorrow',
    right: /^pennybank-family-tomorrow$/,
  },
  {
    number: '+16755550101',
    intent: 'Transfer forty dollars to a friend of mine',
    right: /^pennybank-friends-less$/,
  },
  {
    number: '+16755550102',
    intent: 'Transfer three hundred dollars to my friends',
    right: /^pennybank-friends-three$/,
  },
  {
    number: '+16755550103',
    intent: 'Stop the transfer that I made yesterday',
    right: /^pennybank-cancelled-yesterday$/,
  },
  {
    number: '+16755550104',
    intent: 'Make an urgent transfer to the place where I work',
    right: /^pennybank-work-urgent$/,
  },
  {
    number: '+16755550105',
    intent: 'Has my salary for November come in yet?',
    right: /^pennybank-received-november$/,
  },
  {
    number: '+16755550106',
    intent: 'Did the money from my parents arrive yesterday?',
    right: /^pennybank-received-yesterday$/,
  },
  {
    number: '+16755550107',
    intent: 'I forgot my password and need a new one',
    facts: [{ label: 'phone number', value: '202 555 0199' }],
    right: /^pennybank-password-new$/,
  },
  {
    number: '+16755550108',
    intent: 'Give the bank my new telephone number',
    facts: [{ label: 'new phone number', value: '202 555 0143' }],
    right: /^pennybank-telephone-new$/,
  },
  {
    number: '+16755550109',
    intent: 'Until what time can I come in on Saturday?',
    right: /^pennybank-hours-saturday$/,
  },
  {
    number: '+16855550100',
    intent: 'Travel to Quebec tomorrow at seven in the morning',
    right: /^farwell-quebec-tomorrow-seven$/,
  },
  {
    number: '+16855550101',
    intent: 'Get me on the way to Quebec tonight at nine',
    right: /^farwell-quebec-today-nine$/,
  },
  {
    number: '+16855550102',
    intent: 'Find a hotel in Quebec for eighty dollars',
    right: /^farwell-quebec-hotel-eighty$/,
  },
  {
    number: '+16855550103',
    intent: 'Go to Lima in June with my wife and children',
    right: /^farwell-lima-june-family$/,
  },
  {
    number: '+16855550104',
    intent: 'Plan a trip to Lima in January with friends',
    right: /^farwell-lima-january-friends$/,
  },
  {
    number: '+16855550105',
    intent: 'Cancel the hotel room I booked for tomorrow',
    right: /^farwell-cancelled-hotel-tomorrow$/,
  },
  {
    number: '+16855550106',
    intent: 'My holiday was cancelled, I want my money back',
    right: /^farwell-cancelled-dollars$/,
  },
  {
    number: '+16855550107',
    intent: 'Talk to your agent Mike on his mobile phone',
    right: /^farwell-agent-mike-mobile$/,
  },
  {
    number: '+16855550108',
    intent: 'Leave an urgent message for my agent Juliet',
    right: /^farwell-agent-juliet-urgent$/,
  },
  { number: '+16855550109', intent: 'Is your office open on Sunday?', right: /^farwell-hours-sunday$/ },
];
