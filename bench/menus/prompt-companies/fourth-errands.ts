import type { Errand } from '../errands.ts';

export const fourthPromptErrands: readonly Errand[] = [
  { number: '+14355550100', intent: 'turn call waiting back on', right: /bluewire-waiting-on/ },
  { number: '+14355550101', intent: 'stop forwarding all my calls', right: /bluewire-always-off/ },
  {
    number: '+14355550102',
    intent: "forward calls to my cell phone when I'm already on the phone and the line is busy",
    facts: [{ label: 'cell phone number', value: '5035550162' }],
    right: /bluewire-busy-to/,
  },
  { number: '+14355550103', intent: 'put my phone on do not disturb', right: /bluewire-undisturbed/ },
  { number: '+14355550104', intent: 'find out when my last call came in', right: /bluewire-last-time/ },
  {
    number: '+14355550105',
    intent: 'change the speed dial number for my work',
    facts: [{ label: "work's new phone number", value: '5035550188' }],
    right: /bluewire-work-set/,
  },
  {
    number: '+14355550106',
    intent: "when I don't pick up, calls get passed on too quickly; it should wait thirty seconds first",
    right: /bluewire-after-thirty/,
  },
  {
    number: '+14355550107',
    intent: 'speak to a person about a mistake on my phone bill',
    right: /bluewire-operator/,
  },

  { number: '+14455550100', intent: 'record my name again for my voicemail', right: /voicebox-name/ },
  {
    number: '+14455550101',
    intent: 'take my temporary greeting off the voicemail',
    right: /voicebox-temporary-erase/,
  },
  { number: '+14455550102', intent: 'change my voicemail password', right: undefined },
  {
    number: '+14455550103',
    intent: 'listen to the messages from my family that I saved',
    right: /voicebox-folder-family/,
  },
  {
    number: '+14455550104',
    intent: "leave a message in my colleague Tom's voicemail box",
    facts: [{ label: "Tom's mailbox number", value: '4471' }],
    right: /voicebox-other/,
  },
  { number: '+14455550105', intent: 'reply to my new voicemail message', right: /voicebox-reply/ },
  {
    number: '+14455550106',
    intent: 'save my new voicemail message in the work folder',
    right: /voicebox-save-work/,
  },
  {
    number: '+14455550107',
    intent: 'what people hear when I am on another call still names my old firm; I want to say it anew',
    right: /voicebox-busy/,
  },

  { number: '+14555550100', intent: 'mute all the other people in my conference', right: /meeting-silence/ },
  {
    number: '+14555550101',
    intent: 'make the other people in the conference louder',
    right: /meeting-hear-up/,
  },
  {
    number: '+14555550102',
    intent: 'throw out the person who just joined my conference',
    right: /meeting-remove/,
  },
  {
    number: '+14555550103',
    intent: 'get a list of the people who are in my conference',
    right: /meeting-list/,
  },
  {
    number: '+14555550104',
    intent: "listen to the recording of yesterday's conference",
    right: /meeting-yesterday-hear/,
  },
  {
    number: '+14555550105',
    intent: "delete the recording of today's conference",
    right: /meeting-today-delete/,
  },
  {
    number: '+14555550106',
    intent: 'change my conference password',
    facts: [{ label: 'new password', value: '72915' }],
    right: /meeting-password/,
  },
  {
    number: '+14555550107',
    intent: 'from now on nobody else should be able to get into my meeting',
    right: /meeting-lock/,
  },

  { number: '+14655550100', intent: 'find out when they are open on Sunday', right: /superawesome-sunday/ },
  { number: '+14655550101', intent: 'find out where they are', right: /superawesome-location/ },
  {
    number: '+14655550102',
    intent: 'have customer service call me back at my office instead of waiting on hold',
    facts: [{ label: 'office phone number', value: '5035550139' }],
    right: /superawesome-callback-elsewhere/,
  },
  { number: '+14655550103', intent: 'leave a message for customer service', right: /superawesome-message/ },
  { number: '+14655550104', intent: 'ask about an invoice they sent me', right: /superawesome-accounting/ },
  {
    number: '+14655550105',
    intent: "look up Linda Baker, who works there; I don't know her extension",
    right: /superawesome-names/,
  },
  { number: '+14655550106', intent: 'find out what time they open tomorrow', right: /superawesome-tomorrow/ },
  {
    number: '+14655550107',
    intent: 'we would like to carry their products in our own stores',
    right: /superawesome-sales/,
  },

  { number: '+14755550100', intent: 'add twenty dollars to my calling card', right: /callcard-add-twenty/ },
  {
    number: '+14755550101',
    intent: 'check how many minutes I used yesterday',
    right: /callcard-used-yesterday/,
  },
  { number: '+14755550102', intent: 'call my family with my calling card', right: /callcard-family/ },
  { number: '+14755550103', intent: 'call the number I dialed last time again', right: /callcard-redial/ },
  {
    number: '+14755550104',
    intent: 'change the phone number on my calling card account',
    facts: [{ label: 'new phone number', value: '5035550174' }],
    right: /callcard-phone/,
  },
  {
    number: '+14755550105',
    intent: 'change the password of my calling card',
    facts: [{ label: 'new password', value: '38264' }],
    right: /callcard-password/,
  },
  { number: '+14755550106', intent: 'call my dentist with my calling card', right: undefined },
  {
    number: '+14755550107',
    intent:
      'half the money on my card is gone although I called nobody; someone there has to explain that to me',
    right: /callcard-operator/,
  },
];
