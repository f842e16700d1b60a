import { createLogger } from './logger';

describe('the log', () => {
  it('carries ids', () => {
    expect(
      logged({ request_id: 'r1', business_id: 'biz_1', correlation_id: 'cmd_1', route: '/x' }),
    ).toMatchObject({
      level: 'info',
      service: 'ingress',
      message: 'request',
      request_id: 'r1',
      business_id: 'biz_1',
      correlation_id: 'cmd_1',
    });
  });

  it.each([
    [{ headers: { authorization: 'Bearer hunter2hunter2' } }],
    [{ command: { body: { PushMessage: { recipient_email: 'hunter2', subject: 'hunter2' } } } }],
    [{ apiKey: 'hunter2' }],
    [{ 'idempotency-key': 'hunter2' }],
    [{ list: [{ recipientPhone: 'hunter2' }] }],
    [{ error: 'Key osk_hunter2hunter2hunter2hunter2hunter2 was refused' }],
    [{ error: 'no mailbox hunter2@example.com' }],
    [{ error: 'connect postgres://someone:hunter2@db.internal/x' }],
    [{ bytes: Buffer.from('hunter2') }],
    [{ error: Object.assign(new Error('invalid input "hunter2"'), { code: '22021' }) }],
    [{ error: 'call +4915112345678 for hunter-two' }],
    [{ error: new Error('invalid "int": "leave it with "my" neighbour hunter2"') }],
    [{ error: new SyntaxError(`Unexpected token 'h', "hunter2 is"... is not valid JSON`) }],
    [{ error: new Error('cut off: "hunter2') }],
    [{ error: new Error('invalid "\n    at hunter2\n"') }],
  ])('never carries people or secrets: %j', (fields) => {
    expect(JSON.stringify(logged(fields))).not.toMatch(/hunter2|4915112345678/);
  });

  it('records what went wrong and where', () => {
    const { error } = logged({ error: new TypeError('x is not a function') }) as {
      error: Record<string, string>;
    };
    expect(error).toMatchObject({ name: 'TypeError', message: 'x is not a function' });
    expect(error['stack']).toContain('logger.test');
  });

  it.each([
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ["the broker's answer isn't whole", "the broker's answer isn't whole"],
    ['database "orders" does not exist', 'database [censored] does not exist'],
  ])('keeps of %s the parts that quote nobody', (message, kept) => {
    expect(logged({ error: new Error(message) })).toMatchObject({ error: { message: kept } });
  });
});

function logged(fields: object): unknown {
  let line = '';
  createLogger('ingress', 'info', { write: (text) => (line += text) }).info(fields, 'request');
  return JSON.parse(line);
}
