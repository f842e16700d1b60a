import type { Channel } from '../providers/outcome';
import type { SubmissionOn } from '../providers/stand-in';
import { ChannelRecord, type Change, type Submission } from './channel-record';

/** A submission with the time at which the simulator got it. */
export type Kept<On extends Channel> = Submission<On> & SubmissionOn<On>;

/** The records of the three channels. */
export type Records = { readonly [On in Channel]: ChannelRecord<On, Kept<On>> };

export function createRecords(announce: (change: Change) => void): Records {
  return {
    email: new ChannelRecord('email', announce, ({ raw }) => raw?.length ?? 0),
    sms: new ChannelRecord('sms', announce),
    whatsapp: new ChannelRecord('whatsapp', announce),
  };
}
