// The providers of all channels, in a separate process. The simulator would work, too, but it keeps every email and
// handles SMTP with a library, on the machine under test; the cost of that was not measured. This process does as
// little as possible. It reports each delivery to the callbacks service with the reports of the simulator.

import { createCourier } from '../../services/simulator/courier';
import type { Mail } from '../../services/providers/smtp/stand-in/mail';
import { postmarkReport } from '../../services/providers/smtp/stand-in/postmark-reports';
import { createPauses } from '../../services/simulator/pauses';
import { statusReport as textReport } from '../../services/providers/twilio/stand-in/reports';
import { statusReport as whatsappReport } from '../../services/providers/meta/stand-in/reports';
import { numberInAddress, numberInPhone } from '../load/push-requests';
import { serveOrders } from '../measure/helper-process';
import { SILENT } from '../silent-logger';
import { openHttpDoor } from './http-door';
import type { ProviderAccounts, ProviderAnswer, ProviderOrder } from './provider';
import { openSmtpDoor } from './smtp-door';
import { SubmissionRecord } from './submissions';

const record = new SubmissionRecord();
const courier = createCourier(SILENT, createPauses());

serveOrders(async (order, report) => {
  const answer = await answerTo(order as ProviderOrder);
  report(answer);
});

async function answerTo(order: ProviderOrder): Promise<ProviderAnswer> {
  switch (order.what) {
    case 'open':
      return open(order.accounts);
    case 'count':
      return { what: 'counted', counts: record.counts };
    case 'take':
      return { what: 'taken', submissions: record.take() };
    case 'hold':
      record.hold();
      return { what: 'done' };
    case 'release':
      record.release();
      return { what: 'done' };
  }
}

async function open({ postmark, twilio, meta }: ProviderAccounts): Promise<ProviderAnswer> {
  const smtpPort = await openSmtpDoor(async (to, message) => {
    const mail = mailIn(message);
    await record.add('email', numberInAddress(to));
    const report = { event: 'delivered', mail, to, at: Date.now() } as const;
    courier.followUp({ id: mail.id, to }, [postmarkReport(postmark, report)]);
  });
  const httpPort = await openHttpDoor({
    async takeText({ id, to, from, statusCallback }) {
      await record.add('sms', numberInPhone(to));
      const text = { sid: id, from, to };
      courier.followUp({ id, to }, [
        textReport(twilio, statusCallback, text, 'sent'),
        textReport(twilio, statusCallback, text, 'delivered'),
      ]);
    },
    async takeWhatsapp({ id, to, callbackData }) {
      await record.add('whatsapp', numberInPhone(to));
      const sent = { id, to: `+${to}`, at: Date.now(), callbackData };
      courier.followUp({ id, to }, [
        whatsappReport(meta, sent, 'sent'),
        whatsappReport(meta, sent, 'delivered'),
      ]);
    },
  });
  return { what: 'open', smtpPort, httpPort };
}

let mails = 0;

/** The parts of an email that the report of a delivery contains. */
function mailIn(message: string): Mail {
  const id = `stand-in-${mails++}`;
  const head = message.slice(0, message.indexOf('\r\n\r\n'));
  const metadata = Array.from(head.matchAll(METADATA), ([, name, value]) => [name, value] as const);
  return {
    id,
    postmarkId: id,
    from: '',
    subject: '',
    metadata: Object.fromEntries(metadata) as Record<string, string>,
  };
}

const METADATA = /^X-PM-Metadata-(\S+): (\S+)/gm;
