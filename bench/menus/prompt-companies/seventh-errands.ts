import type { Errand } from '../errands.ts';

export const seventhPromptErrands: readonly Errand[] = [
  {
    number: '+15955550100',
    intent: 'Until when can I come by on Saturday?',
    right: /^radiocorner-hours-saturday$/,
  },
  {
    number: '+15955550101',
    intent: 'When do you open on Wednesdays?',
    right: /^radiocorner-hours-week$/,
  },
  {
    number: '+15955550102',
    intent: 'Do you open at all on Sundays?',
    right: /^radiocorner-hours-sunday$/,
  },
  {
    number: '+15955550103',
    intent: 'I would like to visit the shop at the corner of Second and Tenth; how do I get there?',
    right: /^radiocorner-place-second$/,
  },
  {
    number: '+15955550104',
    intent: 'My USB radio does nothing but hiss, somebody should look at it.',
    right: /^radiocorner-radio-fault$/,
  },
  {
    number: '+15955550105',
    intent: 'I would like to spend about sixty dollars on a USB radio, what do you have?',
    right: /^radiocorner-price-less$/,
  },
  {
    number: '+15955550106',
    intent: 'I do not want the USB radio that I ordered on Monday any more.',
    right: /^radiocorner-radio-cancelled$/,
  },
  {
    number: '+15955550107',
    intent: 'I forgot the code for my Bluetooth phone and need a new one.',
    right: /^radiocorner-mobile-password$/,
  },
  {
    number: '+15955550108',
    intent: 'Switch on the Bluetooth phone that I have just bought, so that I can use it.',
    right: /^radiocorner-mobile-activated$/,
  },
  {
    number: '+15955550109',
    intent: "Put me through to Mrs. Keller, I don't know her extension.",
    right: /^radiocorner-staff-directory$/,
  },
  {
    number: '+16255550100',
    intent: 'I will be out all day, send every call straight to my cell phone.',
    right: /^homeset-forward-mobile$/,
  },
  {
    number: '+16255550101',
    intent: 'If nobody picks up within twenty seconds, pass the call on.',
    right: /^homeset-forward-twenty$/,
  },
  {
    number: '+16255550102',
    intent: 'I am home again, so my calls should no longer be passed on.',
    right: /^homeset-forward-off$/,
  },
  {
    number: '+16255550103',
    intent: "I don't want to hear any more that a second call is coming in while I am on the phone.",
    right: /^homeset-waiting-off$/,
  },
  {
    number: '+16255550104',
    intent: 'Delete the new message.',
    right: /^homeset-new-delete$/,
  },
  {
    number: '+16255550105',
    intent: 'Have something for callers to hear just while we are on holiday.',
    right: /^homeset-greeting-temporary$/,
  },
  {
    number: '+16255550106',
    intent: 'Choose another password for my mailbox.',
    right: /^homeset-password$/,
  },
  {
    number: '+16255550107',
    intent: 'Listen again to what my friends said, I keep those messages in their own folder.',
    right: /^homeset-folder-friends$/,
  },
  {
    number: '+16255550108',
    intent: 'The phone should not ring for the next two hours, the baby is asleep.',
    right: /^homeset-quiet-two$/,
  },
  {
    number: '+16255550109',
    intent: 'Call my brother.',
    facts: [{ label: "my brother's phone number", value: '625 555 0142' }],
    right: /^homeset-outgoing$/,
  },
  {
    number: '+16355550100',
    intent: 'Book me in with Juliet on Thursday morning.',
    right: /^barbershop-juliet-thursday-nine$/,
  },
  {
    number: '+16355550101',
    intent: 'I would like Oscar to cut my hair on Monday.',
    right: /^barbershop-oscar-monday$/,
  },
  {
    number: '+16355550102',
    intent: 'Get me an appointment with Juliet this Saturday.',
    right: /^barbershop-juliet-saturday$/,
  },
  {
    number: '+16355550103',
    intent: 'Can Oscar fit me in on Friday afternoon?',
    right: /^barbershop-oscar-friday-three$/,
  },
  {
    number: '+16355550104',
    intent: 'I would like to come to Juliet on Thursday, but not before five.',
    right: /^barbershop-juliet-thursday-six$/,
  },
  {
    number: '+16355550105',
    intent: "I am ill and can't make it to my appointment today.",
    right: /^barbershop-cancelled-today$/,
  },
  {
    number: '+16355550106',
    intent: "I don't need the appointment that I have tomorrow any more.",
    right: /^barbershop-cancelled-tomorrow$/,
  },
  {
    number: '+16355550107',
    intent: "I don't want to book anything, only to know when you close on Saturdays.",
    right: /^barbershop-hours-saturday$/,
  },
  {
    number: '+16355550108',
    intent: 'Where is your shop?',
    right: /^barbershop-location$/,
  },
  {
    number: '+16355550109',
    intent: 'The color came out all wrong yesterday and I want to talk to somebody about it.',
    right: /^barbershop-operator$/,
  },
];
