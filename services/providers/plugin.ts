import type { EmailNudge, Provider, SmsNudge, WhatsappNudge } from '../../streams/sender/provider';
import type { SettingsOf } from '../shared/config/config';
import type { Variable } from '../shared/config/variable';
import type { ProviderCallback } from './callback';
import type { Channel } from './outcome';
import type { StandIn, StandInWorld } from './stand-in';

/**
 * Everything that the product knows about a provider. Each provider's folder exports one such value, and the registry
 * lists it. Each part is imported when it is opened, so a process loads only what it runs: a sender loads no callbacks,
 * and only the simulator loads stand-ins.
 */
export interface ProviderPlugin<
  On extends Channel = Channel,
  Variables extends ProviderVariables = ProviderVariables,
> {
  /** Its value of `EMAIL_PROVIDER`, `SMS_PROVIDER` or `WHATSAPP_PROVIDER`. */
  readonly name: string;
  readonly channel: On;
  readonly variables: Variables;
  /** The client through which the channel's sender submits nudges. */
  openSubmission(
    settings: SettingsOf<Variables, 'pipeline'>,
    context: SubmissionContext<On>,
  ): Promise<Provider<Nudges[On]>>;
  /** The URLs that the provider calls. */
  openCallbacks(
    settings: SettingsOf<Variables, 'callbacks'>,
    context: CallbackContext,
  ): Promise<readonly ProviderCallback[]>;
  /** The provider's part in the simulator. */
  openStandIn(settings: SettingsOf<Variables, 'simulator'>, world: StandInWorld<On>): Promise<StandIn<On>>;
}

/** The services that read the variables of providers. In the pipeline only the senders do. */
export type ProviderUser = 'pipeline' | 'callbacks' | 'simulator';

export type ProviderVariables = Readonly<Record<string, ProviderVariable>>;

/** Its `services` require the variable if the provider is chosen. Otherwise no service reads it. */
export interface ProviderVariable<
  Value = unknown,
  User extends ProviderUser = ProviderUser,
  Optional extends ProviderUser = ProviderUser,
> extends Variable<Value, User, Optional> {
  /** Names of variables that are required once this one is set. */
  readonly needs?: readonly string[];
  /** Its value in a local instance, where the simulator replaces the provider. Absent: the default. */
  readonly simulated?: SimulatedValue;
}

export interface SimulatedValue {
  /** Makes a random value at the first start of a local instance, which keeps it. */
  readonly made?: () => string;
  /** Absent: the value that `made` returned. */
  readonly value?: (simulator: SimulatorPlace, made: string) => string;
}

export interface SimulatorPlace {
  readonly url: string;
  /** Keyed by the name of the variable that sets the port. */
  readonly ports: Readonly<Record<string, number>>;
}

export function providerVariable<
  Value,
  const User extends ProviderUser,
  const Optional extends ProviderUser = never,
>(definition: ProviderVariable<Value, User, Optional>): ProviderVariable<Value, User, Optional> {
  return definition;
}

/** Infers the types of a plugin's settings from the variables that it declares. */
export function definePlugin<On extends Channel, Variables extends ProviderVariables>(
  plugin: ProviderPlugin<On, Variables>,
): ProviderPlugin<On, Variables> {
  return plugin;
}

export interface Nudges {
  readonly email: EmailNudge;
  readonly sms: SmsNudge;
  readonly whatsapp: WhatsappNudge;
}

export interface SubmissionContext<On extends Channel> {
  /** Public base URL of the callbacks service. The SMS sender needs it, because each text names its report URL. */
  readonly callbacksUrl: On extends 'sms' ? string : string | null;
  /** Maximum number of concurrent submissions. */
  readonly connections: number;
  readonly realTimeMs: () => number;
}

export interface CallbackContext {
  /** Public base URL of the callbacks service, as providers call it. */
  readonly callbacksUrl: string;
  readonly realTimeMs: () => number;
}
