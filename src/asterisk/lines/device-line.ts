import type { DeviceRegistration } from '../../devices/desk.ts';
import { type DeviceObjects, withoutOptions } from './device-objects.ts';
import type { ContactInfo } from './endpoints.ts';

/** What is known of a device in Asterisk. */
export class DeviceLine {
  readonly registration: DeviceRegistration;
  /** Undefined for an external number. */
  readonly objects: DeviceObjects | undefined;
  online: boolean;
  /** Its password was changed: a phone that registered with the old one must not be called any more. */
  mustRegisterAnew: boolean;
  /** Whether Asterisk asks it with OPTIONS if it is still there. */
  isAsked = true;
  /** Sequence number of its newest event, counted over all devices. */
  lastEvent: number;
  /** Where it is registered; undefined for one that does not register, and until Asterisk has reported it. */
  #contact: string | undefined;
  /** It has answered OPTIONS there. */
  #hasAnswered: boolean;

  constructor(registration: DeviceRegistration, objects: DeviceObjects | undefined, earlier?: DeviceLine) {
    this.registration = registration;
    this.objects = objects;
    this.online = earlier?.online ?? false;
    this.mustRegisterAnew =
      earlier !== undefined && (earlier.mustRegisterAnew || isRenewed(earlier.registration, registration));
    this.lastEvent = earlier?.lastEvent ?? 0;
    this.#contact = earlier === undefined ? undefined : earlier.#contact;
    this.#hasAnswered = earlier !== undefined && earlier.#hasAnswered;
  }

  /** Whether it registers here, instead of being called at its own address. */
  get registers(): boolean {
    return this.registration.sipPassword !== null;
  }

  /** What Asterisk is to have of it. */
  get wanted(): DeviceObjects['objects'] {
    const { objects = [] } = this.objects ?? {};
    return this.isAsked ? objects : withoutOptions(objects);
  }

  /**
   * Takes what Asterisk reports of its contact.
   * @returns `moved` when it has registered from another address: what was sent to the one before no longer reaches it. `deaf` when it
   * registers but answers no OPTIONS, so that OPTIONS cannot tell whether it is there.
   */
  note({ uri, contact_status: status }: ContactInfo): 'moved' | 'deaf' | undefined {
    if (!this.registers) return undefined;
    // A contact is not qualified while it is new; of those that Asterisk asks, the one before may still be reported.
    if (status === 'NonQualified' && this.#contact !== uri) {
      this.#contact = uri;
      this.#hasAnswered = false;
      return 'moved';
    }
    if (this.#contact !== uri) return undefined;
    if (status === 'Reachable') this.#hasAnswered = true;
    // A phone that was restarted may come back at the same address, but it has lost the call that rang there before.
    if (status === 'Removed') this.#contact = undefined;
    return status === 'Unreachable' && this.isAsked && !this.#hasAnswered ? 'deaf' : undefined;
  }
}

/** A browser gets a new password with each page. The previous page may be in a talk, and has to stay. */
function isRenewed(earlier: DeviceRegistration, now: DeviceRegistration): boolean {
  return now.device.type !== 'webrtc' && earlier.sipPassword !== now.sipPassword;
}
