import type { Errand } from '../errands.ts';

export const ninthPromptErrands: readonly Errand[] = [
  {
    number: '+17355550100',
    intent: 'My son fell off his bike, can his wrist be X-rayed today?',
    right: /^fernclinic-urgent-today$/,
  },
  {
    number: '+17355550101',
    intent: "The doctor says the X-ray of my hip can't wait, get me in tomorrow",
    right: /^fernclinic-urgent-tomorrow$/,
  },
  {
    number: '+17355550102',
    intent: 'I need an X-ray of my knee, Monday at nine in the morning would suit me',
    right: /^fernclinic-monday-nine$/,
  },
  {
    number: '+17355550103',
    intent: 'Get me in for a chest X-ray on Saturday afternoon',
    right: /^fernclinic-saturday-three$/,
  },
  {
    number: '+17355550104',
    intent: "I can't come for the X-ray tomorrow after all",
    right: /^fernclinic-cancelled-tomorrow$/,
  },
  {
    number: '+17355550105',
    intent: "I have a fever, so I won't make it to today's X-ray",
    right: /^fernclinic-cancelled-today$/,
  },
  {
    number: '+17355550106',
    intent: 'My new dentist wants the X-ray from last year, send it to him tomorrow',
    right: /^fernclinic-transfer-tomorrow$/,
  },
  {
    number: '+17355550107',
    intent: 'Delete the X-rays that you still have of me',
    right: /^fernclinic-old-removed$/,
  },
  {
    number: '+17355550108',
    intent: 'What are your opening times on Sundays?',
    right: /^fernclinic-hours-sunday$/,
  },
  {
    number: '+17355550109',
    intent: 'How do I find the clinic, what street is it in?',
    right: /^fernclinic-location$/,
  },
  {
    number: '+17455550100',
    intent: 'We are opening an inn and need outfits for a hundred of our staff',
    right: /^workwear-hotel-hundred$/,
  },
  {
    number: '+17455550101',
    intent: 'Order uniforms for thirty waiters of our hotel',
    right: /^workwear-hotel-less$/,
  },
  {
    number: '+17455550102',
    intent: 'Twenty golf players in our club need something to wear',
    right: /^workwear-golf-twenty$/,
  },
  {
    number: '+17455550103',
    intent: 'Put my surname on the jacket in capitals',
    right: /^workwear-last-upper$/,
  },
  {
    number: '+17455550104',
    intent: 'Have Anna, which is my first name, sewn on my uniform in small letters',
    right: /^workwear-first-lower$/,
  },
  {
    number: '+17455550105',
    intent: 'The surname on this jacket has to come off, its owner has left us',
    right: /^workwear-last-removed$/,
  },
  {
    number: '+17455550106',
    intent: 'Pick up our worn-out uniforms tomorrow',
    right: /^workwear-removed-tomorrow$/,
  },
  {
    number: '+17455550107',
    intent: 'How much money do we get for uniforms that nobody wears any more?',
    right: /^workwear-old-dollars$/,
  },
  {
    number: '+17455550108',
    intent: 'I no longer want the uniform I ordered yesterday',
    right: /^workwear-cancelled-yesterday$/,
  },
  {
    number: '+17455550109',
    intent: 'Until when can I come to the shop on Thursday?',
    right: /^workwear-hours-thursday$/,
  },
  {
    number: '+17655550100',
    intent:
      "Play me what my mother and my brother have said on my voice mail since yesterday, I haven't heard it yet",
    right: /^larkline-messages-family$/,
  },
  {
    number: '+17655550101',
    intent: 'Wipe the messages that I have heard already',
    right: /^larkline-messages-removed$/,
  },
  {
    number: '+17655550102',
    intent: "If I don't pick up, let it ring on my cell phone",
    right: /^larkline-noanswer-mobile$/,
  },
  {
    number: '+17655550103',
    intent: "While I'm talking to somebody, other callers should get through to my office",
    right: /^larkline-busy-work$/,
  },
  {
    number: '+17655550104',
    intent: "I'm home again, stop sending my calls to another phone",
    right: /^larkline-forwarding-off$/,
  },
  {
    number: '+17655550105',
    intent: "I have an exam tomorrow, don't let my phone ring then",
    right: /^larkline-quiet-tomorrow$/,
  },
  {
    number: '+17655550106',
    intent: 'What number was it that rang me just now?',
    right: /^larkline-last-number$/,
  },
  {
    number: '+17655550107',
    intent: 'Whoever hides their number should end up in my voice mail',
    right: /^larkline-unknown-voicemail$/,
  },
  {
    number: '+17655550108',
    intent: "Ask callers who won't show their number, in a polite way, not to call",
    right: /^larkline-unknown-polite$/,
  },
  {
    number: '+17655550109',
    intent: "I'd like to reach my sister with a single key",
    right: /^larkline-speed-family$/,
  },
];
